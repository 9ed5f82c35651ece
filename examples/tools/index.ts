// The tools of the demo: `npx toolspan list examples/tools/index.ts` shows them, `npx toolspan demo` runs them.
export { countWords } from './count-words.js'
export { fetchPage } from './fetch-page.js'
export { lookupCustomer } from './lookup-customer.js'
export { openDocument } from './open-document.js'
export { outlineDocument } from './outline-document.js'
export { queryData } from './query-data.js'
export { replaceText } from './replace-text.js'
export { searchFiles } from './search-files.js'
