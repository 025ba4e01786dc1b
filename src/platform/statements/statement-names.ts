/**
 * The number of statements in our code; those for lists of varying length would otherwise fill the server's
 * memory.
 */
const MAX_NAMES = 500
/** A longer statement has a long list of parameters and is rarely repeated. */
const MAX_NAMED_CHARACTERS = 10_000

/**
 * Names for the statements of transactions, so that a connection parses and plans each once: a merge runs
 * dozens of them while it holds its lock. Without a name they are prepared again each time.
 */
export function statementNames(prefix: string): (text: string) => string {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= MAX_NAMES || text.length > MAX_NAMED_CHARACTERS) return ''
    const name = `${prefix}_${names.size}`
    names.set(text, name)
    return name
  }
}
