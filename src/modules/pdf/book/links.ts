import { posix } from 'node:path'
import { hasPrefix } from '../../../core/ids.ts'
import { isExternal, percentDecoded } from '../../documents/index.ts'
import type { PdfLink, PdfPage } from '../drawing/types.ts'

/** The properties of a page that links need. */
export interface BookPage extends PdfPage {
  /** The slugs from the root. */
  path: string
  /** A page with children is the README of their folder. */
  isFolder: boolean
  gitPath?: string
}

/** Resolves links to other pages of the same book. */
export class BookLinks {
  readonly #ids = new Set<string>()
  readonly #paths = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #idPrefix: string

  /** `idPrefix` is the prefix of page ids, which distinguishes them from paths. */
  constructor(pages: readonly BookPage[], idPrefix: string) {
    this.#idPrefix = idPrefix
    for (const { id, path, gitPath } of pages) {
      this.#ids.add(id)
      if (path !== '') this.#paths.set(path, id)
      if (gitPath !== undefined) this.#names.set(withoutFileEnding(gitPath), id)
    }
  }

  /** Null for targets outside of the book: a file, a page that is not included, a broken link. */
  resolve(href: string, from: BookPage): PdfLink | null {
    if (href.startsWith('//')) return { url: `https:${href}` }
    if (isExternal(href)) return { url: href }
    const [bare = ''] = href.split(/[?#]/, 1)
    const page = bare === '' ? from.id : this.#pageAt(percentDecoded(bare), from)
    if (page === undefined) return null
    const anchor = percentDecoded(href.split('#')[1] ?? '')
    return anchor === '' ? { page } : { page, anchor }
  }

  #pageAt(href: string, from: BookPage): string | undefined {
    const [, given = ''] = /^\/pages\/(.+)$/.exec(href) ?? []
    const id = given.replace(/(?:\.md|\/)$/, '')
    if (hasPrefix(id, this.#idPrefix)) return this.#ids.has(id) ? id : undefined
    if (given !== '') return this.#find(pathFrom('', given), null)
    const absolute = href.startsWith('/') ? pathFrom('', href.slice(1)) : null
    if (absolute !== null) return this.#find(absolute, absolute)
    const base = from.isFolder ? from.path : parentOf(from.path)
    const { gitPath } = from
    return this.#find(pathFrom(base, href), gitPath === undefined ? null : pathFrom(parentOf(gitPath), href))
  }

  /** Names of imported files come first, because pages can have been moved since the import. */
  #find(path: string | null, name: string | null): string | undefined {
    const named = name === null ? undefined : this.#names.get(withoutFileEnding(name))
    return named ?? (path === null ? undefined : this.#paths.get(withoutFileEnding(path)))
  }
}

export const parentOf = (path: string): string => (path.includes('/') ? posix.dirname(path) : '')

const withoutFileEnding = (path: string): string =>
  path.replace(/(?:^|\/)(?:readme|index)\.md$/i, '').replace(/\.(?:md|markdown)$/i, '')

/** Null above the root. */
export function pathFrom(base: string, relative: string): string | null {
  const joined = posix.join(base || '.', relative).replace(/\/$/, '')
  if (joined === '..' || joined.startsWith('../')) return null
  return joined === '.' ? '' : joined
}
