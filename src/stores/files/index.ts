// The public names of `toolspan/files`. Each name is listed, so that adding one is a decision; no logic here.
export { StoreError, type StoreErrorCode } from '../store-error.js'
export { type FileStore, type FileStoreOptions, fileStore } from './file-store.js'
