import { posix } from 'node:path'
import { isExternal, percentDecoded, readFrontMatter, splitSource } from '../../documents/index.ts'
import { type LinkPlace, linkPlaces, patchFrontMatter } from '../../page-metadata/index.ts'
import { isFolderPage } from '../tree/slugs.ts'
import { candidates } from '../tree/summary-pages.ts'

/** A text, the path of the file that its links are written for, and its path after the move. */
export interface MovedText {
  text: string
  from: string
  to: string
}

/** Former and new paths of the files that move. */
export type Moves = ReadonlyMap<string, string>

export interface RelinkTask {
  texts: readonly MovedText[]
  moves: Moves
}

/** Texts whose links lead to the same files after files have moved; undefined for those that stay as they are. */
export function relinkedTexts({ texts, moves }: RelinkTask): (string | undefined)[] {
  const links = new MovedLinks(moves)
  return texts.map((text) => {
    const next = relinked(text, links)
    return next === text.text ? undefined : next
  })
}

function relinked({ text, from, to }: MovedText, links: MovedLinks): string {
  const body = patched(text, linkPlaces(text), (href) => links.hrefOf(href, from, to))
  const matter = readFrontMatter(splitSource(body).frontMatter ?? '')
  const cover = 'error' in matter ? undefined : matter.values.cover
  const moved = typeof cover === 'string' ? links.hrefOf(cover, from, to) : undefined
  return moved === undefined ? body : patchFrontMatter(body, { cover: moved })
}

/** A text with other addresses. `hrefOf` gives the new one, or undefined for one that stays. */
export function patched(
  text: string,
  places: readonly LinkPlace[],
  hrefOf: (href: string) => string | undefined,
): string {
  let result = ''
  let at = 0
  for (const { start, end, form } of places) {
    const written = text.slice(start, end)
    const next = hrefOf(form === 'quoted' ? written.replaceAll('&amp;', '&') : unescaped(written))
    if (next === undefined) continue
    result += text.slice(at, start) + writtenAs(next, written, form)
    at = end
  }
  return result + text.slice(at)
}

const unescaped = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&')

/** An address in the form of the one that it replaces. */
function writtenAs(href: string, before: string, form: LinkPlace['form']): string {
  if (form === 'quoted') return before.includes('&amp;') ? href.replaceAll('&', '&amp;') : href
  if (form === 'bracketed') return href.replace(/[<>\\]/g, '\\$&')
  if (/[\s<]/.test(href)) return `<${href.replace(/[<>\\]/g, '\\$&')}>`
  return href.replace(/\\[_*]/.test(before) ? /[\\()_*]/g : /[\\()]/g, '\\$&')
}

/** Resolves addresses before and after files move. */
export class MovedLinks {
  readonly #moves: Moves
  /** The paths that files move to. */
  readonly #taken: ReadonlySet<string>

  constructor(moves: Moves) {
    this.#moves = moves
    this.#taken = new Set(moves.values())
  }

  /**
   * The address of the same file, for a text that moves from one path to another. Undefined if the address stays valid,
   * or leads to no file of the repository.
   */
  hrefOf(href: string, from: string, to: string): string | undefined {
    if (isExternal(href)) return undefined
    const [, written = '', rest = ''] = /^([^?#]*)([\s\S]*)$/.exec(href) ?? []
    if (written === '' || written === 'broken-reference') return undefined
    const path = percentDecoded(written)
    const target = resolved(path, from)
    if (target === undefined) return undefined
    const file = candidates(target).find((each) => this.#moves.has(each))
    const next = file === undefined ? target : (this.#moves.get(file) ?? file)
    if (this.#leadsTo(resolved(path, to), next, file === undefined || file === target)) return undefined
    const named = file === undefined || file === target ? next : likeBefore(next, file === `${target}.md`)
    const slash =
      path.endsWith('/') && named !== next ? '/' : file === undefined && path.endsWith('/') ? '/' : ''
    return encoded(addressed(named + slash, path, to), written) + rest
  }

  /** Whether an address that resolves to a path means the file. An address without an extension can mean several. */
  #leadsTo(path: string | undefined, file: string, isWhole: boolean): boolean {
    if (path === undefined || isWhole) return path === file
    return candidates(path).find((each) => each === file || this.#taken.has(each)) === file
  }
}

/** The path in the repository that an address in a file means. Undefined above its top. */
function resolved(path: string, file: string): string | undefined {
  const joined = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), path)
  const normal = posix.normalize(joined).replace(/\/$/, '')
  return normal === '..' || normal.startsWith('../') ? undefined : normal
}

/** A file, named without its extension or by its folder. */
function likeBefore(file: string, isBare: boolean): string {
  if (isFolderPage(file)) return posix.dirname(file) === '.' ? file : posix.dirname(file)
  return isBare ? file.replace(/\.md$/i, '') : file
}

/** An address of a path, from the top or relative to a file, as the former one was. */
function addressed(path: string, before: string, file: string): string {
  if (before.startsWith('/')) return `/${path}`
  const slash = path.endsWith('/') ? '/' : ''
  const relative = posix.relative(posix.dirname(file), path)
  if (relative === '') return './'
  return (before.startsWith('./') && !relative.startsWith('.') ? `./${relative}` : relative) + slash
}

/** A path as it is written in an address: percent-encoded if the former one was, or if it would mean another path. */
function encoded(path: string, before: string): string {
  if (percentDecoded(before) !== before) return encodeURI(path).replace(/[?#()]/g, codeOf)
  return path.replace(/%(?=[0-9a-f]{2})|[?#]/gi, codeOf)
}

const codeOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
