import { fileStore } from 'toolspan/files'
import { temporaryDirectory } from '../cli/support/temporary-directory.js'
import { describeStore } from './store-conformance.js'

describeStore('files', () => {
  const dir = temporaryDirectory()
  const another = () => fileStore({ dir })
  return { store: another(), another }
})
