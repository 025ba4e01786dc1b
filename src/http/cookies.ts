/** The longest `Cookie` header that is read. */
const MAX_BYTES = 12 * 1024

/** The cookies of a request, by name. Of two with the same name, the first has the longer path. */
export function cookiesIn(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null)
  if (header === undefined || header.length > MAX_BYTES) return cookies
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    if (at > 0 && !(name in cookies)) cookies[name] = part.slice(at + 1).trim()
  }
  return cookies
}
