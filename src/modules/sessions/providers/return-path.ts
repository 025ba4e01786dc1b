/** The longest path to which a person returns after they have signed in. */
const MAX_PATH = 2_000

/** Characters of URLs, without a backslash, which browsers read as a slash. */
const PLAIN = /^\/app(?:[/?#][A-Za-z0-9\-._~!$&'()*+,;=:@/?#%]*)?$/

/** Encoded slashes, backslashes and control characters: proxies decode some of them. */
const ENCODED = /%(?:2f|5c|[01][0-9a-f]|7f)/i

const ANYWHERE = 'http://localhost'

/** The path of a page of the console, as a browser would open it; null for anything else, so that nobody is sent elsewhere. */
export function returnPath(text: string): string | null {
  if (text.length > MAX_PATH || !PLAIN.test(text) || !URL.canParse(text, ANYWHERE)) return null
  const { origin, pathname, search, hash } = new URL(text, ANYWHERE)
  if (origin !== ANYWHERE || ENCODED.test(pathname) || pathname.includes('//')) return null
  // Dots in the path have been resolved.
  if (pathname !== '/app' && !pathname.startsWith('/app/')) return null
  return pathname.startsWith('/app/~auth') ? null : pathname + search + hash
}
