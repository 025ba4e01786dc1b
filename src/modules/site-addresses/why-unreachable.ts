import { KEY_MARK, PREVIEW_MARK } from './site-address.ts'

/** Paths that are served before redirects are looked up, wherever a site is. */
const SERVED = /^\/(?:robots\.txt|sitemap(?:-[^/]*)?\.xml|llms(?:-full)?\.txt|healthz|readyz)$/
const MARKED = /^~/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it finds.
const IMPOSSIBLE = /[\u0000-\u001f\u007f/\\]/

/** Why no reader can ever open a path on a site; null if one can. Browsers and the server read it decoded. */
export function whyUnreachable(path: string): string | null {
  if (SERVED.test(path)) return `must not be ${path}, which the server answers itself`
  for (const segment of path.split('/').slice(1)) {
    const name = decoded(segment)
    if (name === null) return `must not contain ${segment}, which is not encoded correctly`
    if (name === '.' || name === '..')
      return `must not contain the segment ${segment}, which browsers remove from addresses`
    if (MARKED.test(name))
      return `must not contain the segment ${segment}: those that begin with ~ belong to the server, such as ~search, ${KEY_MARK} and ${PREVIEW_MARK}`
    if (IMPOSSIBLE.test(name))
      return `must not contain the segment ${segment}, which no address of a page can have`
  }
  if (path.endsWith('.md'))
    return `must not end in .md: that is the Markdown form of a page, which follows the redirect from ${path.slice(0, -3)}`
  return null
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
