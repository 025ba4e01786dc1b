import { posix } from 'node:path'
import { kindOf } from '../../core/ids.ts'
import { includedName, percentDecoded } from '../documents/index.ts'

/** The page that contains a link, which relative links are resolved against. */
export interface LinkSource {
  path: string
  /** A page with children is the README of their folder. */
  isFolder: boolean
  gitPath?: string | undefined
}

/** Resources in content that can be the target of a link. */
export type TargetKind = 'page' | 'file' | 'reusable-content'

/** The target of a link before it is looked up. */
export type LinkTarget =
  /** An external URL, which is not checked. */
  | { kind: 'url' }
  /** A URL of the app. */
  | { kind: 'space'; spaceId: string }
  | { kind: 'anchor'; anchor: string }
  | { kind: 'id'; of: TargetKind; id: string }
  | { kind: 'path'; path: string | null; name: string | null }
  | { kind: 'nothing' }

/** The maximum length of a target. PostgreSQL's indexes accept little more. */
const MAX_BYTES = 2_000
const NOTHING: LinkTarget = { kind: 'nothing' }
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i
// The host is ignored: it can change, while the ids of spaces are unique.
const APP = /^https?:\/\/[^/?#]+\/app\/s\/(spc_[a-z0-9]+)(?:[/?#]|$)/i
const SPACE = /^\/spaces\/(spc_[a-z0-9]+)$/

/** Parses the URL of a link on a page. It does not check whether the target exists. */
export function linkTargetOf(href: string, from: LinkSource): LinkTarget {
  const spaceId = (APP.exec(href) ?? SPACE.exec(href))?.[1]
  if (spaceId !== undefined) return { kind: 'space', spaceId }
  if (SCHEME.test(href)) return { kind: 'url' }
  const [bare = ''] = href.split(/[?#]/, 1)
  if (bare === 'broken-reference') return NOTHING
  if (bare === '') {
    const anchor = anchorOf(href)
    return anchor === undefined ? NOTHING : { kind: 'anchor', anchor }
  }
  const decoded = percentDecoded(bare)
  const [, folder, rest = ''] = /^\/(pages|files)\/(.+)$/.exec(decoded) ?? []
  if (folder === 'files') return kindOf(rest) === 'File' ? { kind: 'id', of: 'file', id: rest } : NOTHING
  if (folder === 'pages') {
    const id = rest.replace(/(?:\.md|\/)$/, '')
    if (kindOf(id) === 'Page') return { kind: 'id', of: 'page', id }
    return pathTarget(pathFrom('', rest), null)
  }
  if (decoded.startsWith('/'))
    return pathTarget(pathFrom('', decoded.slice(1)), pathFrom('', decoded.slice(1)))
  const base = from.isFolder ? from.path : parentOf(from.path)
  const gitBase = from.gitPath === undefined ? null : parentOf(from.gitPath)
  return pathTarget(pathFrom(base, decoded), gitBase === null ? null : pathFrom(gitBase, decoded))
}

/** The anchor of a URL. */
export const anchorOf = (href: string): string | undefined =>
  percentDecoded(href.split('#')[1] ?? '') || undefined

/** The target of an include: a reusable content by its id or by the name of the file it was imported from. */
export function includeTarget(target: string): LinkTarget {
  const path = percentDecoded(target)
  const id = (path.split('/').at(-1) ?? '').replace(/\.md$/, '')
  if (kindOf(id) === 'ReusableContent') return { kind: 'id', of: 'reusable-content', id }
  return pathTarget(null, includeName(path))
}

/** The prefix of names of reusable contents. No path begins with it. */
export const includeName = (path: string): string => `:${includedName(path)}`

/** The name of a file in a repository, as used in links: with or without the extension of a page. */
export const nameOf = (gitPath: string): string => withoutFileEnding(gitPath)

const parentOf = (path: string): string => (path.includes('/') ? posix.dirname(path) : '')

const withoutFileEnding = (path: string): string =>
  path.replace(/(?:^|\/)(?:readme|index)\.md$/i, '').replace(/\.(?:md|markdown)$/i, '')

/** Null above the root. */
function pathFrom(base: string, relative: string): string | null {
  const joined = posix.join(base || '.', relative).replace(/\/$/, '')
  if (joined === '..' || joined.startsWith('../')) return null
  return joined === '.' ? '' : withoutFileEnding(joined)
}

function pathTarget(path: string | null, name: string | null): LinkTarget {
  const [kept, keptName] = [storable(path), storable(name)]
  return kept === null && keptName === null ? NOTHING : { kind: 'path', path: kept, name: keptName }
}

/** Null if it is too long or has characters that PostgreSQL cannot store: no resource has such a name. */
export const storable = (text: string | null): string | null =>
  text === null || Buffer.byteLength(text) > MAX_BYTES || text.includes('\0') ? null : text
