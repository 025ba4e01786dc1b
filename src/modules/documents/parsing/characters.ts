type Code = number | null

/** The codes of the parser: line endings are below -2, the parts of a tab -2 and -1, and null is the end of the text. */
export const isLineEnding = (code: Code): code is number => code !== null && code < -2

export const isBlank = (code: Code): boolean => code === -2 || code === -1 || code === 32
