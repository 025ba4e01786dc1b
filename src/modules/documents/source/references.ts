import { posix } from 'node:path'

const external = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

/** Whether a reference points outside of the import: to another host or with another scheme. */
export const isExternal = (href: string): boolean => external.test(href)

/**
 * The path within an import that a reference of a page points to. Undefined if it points elsewhere, to an anchor on
 * the same page, or above the root.
 */
export function importedPath(pagePath: string, href: string): string | undefined {
  if (isExternal(href)) return undefined
  const [bare = ''] = href.split(/[?#]/, 1)
  if (bare === '') return undefined
  const decoded = percentDecoded(bare)
  const path = posix.normalize(
    decoded.startsWith('/') ? decoded.slice(1) : posix.join(posix.dirname(pagePath), decoded),
  )
  return path === '..' || path.startsWith('../') ? undefined : path
}

const INCLUDES = /(?:^|\/)\.gitbook\/includes\/(.+)$/i

/** The name that pages include a text by: its path in the folder of includes, or the name of its file elsewhere. */
export const includedName = (path: string): string =>
  INCLUDES.exec(path)?.[1] ?? path.split('/').at(-1) ?? path

export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
