import { memoryStore } from '../../src/runtime/memory-store.js'
import { describeStore } from './store-conformance.js'

describeStore('memory', () => {
  const store = memoryStore()
  return { store, another: () => store }
})
