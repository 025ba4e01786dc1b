const MAX_WORDS = 64

/** The words of a search as they are counted. */
export const wordsOf = (query: string): string =>
  query.trim().toLowerCase().replace(/\s+/g, ' ').slice(0, MAX_WORDS)
