// Watches a store and does nothing else.
import { fileStore } from 'toolspan/files'

fileStore({ dir: process.argv[2] }).watch(() => {})
console.log('watching')
