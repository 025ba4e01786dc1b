/** Which operations the schema reaches; the parity test compares it with what REST reaches. */
export const boundOperations = new Set<string>()
