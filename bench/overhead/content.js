// The same work with 1 KB in and 1 KB out.
export const contentInput = { query: 'weather in Seoul', notes: 'n'.repeat(960) }

/** Answers about 1 KB. */
export async function contentWork({ query }) {
  return {
    query,
    rows: Array.from({ length: 10 }, (_, index) => ({
      index,
      text: 'sunny and mild, light wind from the east, no rain',
    })),
  }
}
