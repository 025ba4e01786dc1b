/** The field that a message of the server is about, as in `password: must have …`, and the rest of it. */
export function splitMessage(message: string): { field: string | undefined; text: string } {
  const [, field, text] = /^(\w+): (.+)$/s.exec(message) ?? []
  return field === undefined || text === undefined ? { field: undefined, text: message } : { field, text }
}
