import { createMemoryStore } from '../../src/runtime/memory-store.js'
import { describeStore } from './store-conformance.js'

describeStore('memory', () => {
  const store = createMemoryStore()
  return { store, another: () => store }
})
