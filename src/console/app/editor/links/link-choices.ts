import { readable } from '../../screens/space/tree.ts'
import type { TreePage } from '../../screens/space/use-tree-pages.ts'
import { matchesName } from '../../threads/mentions.ts'
import { type LinkablePage, linkToPage, pageAt, pageOfLink } from '../link-to-page.ts'
import type { FileName } from './files-of.ts'

const MAX_PAGES = 6
const MAX_FILES = 3

/** What a link can lead to. */
export interface LinkChoice {
  label: string
  detail?: string | undefined
  target: string
}

interface Places {
  /** The path of the page that the link is on. */
  path: string
  pages: readonly TreePage[]
  files: readonly FileName[]
}

/** Pages by their titles and paths, and files by their names. */
export function choicesFor(typed: string, { path: from, pages, files }: Places): LinkChoice[] {
  const query = typed.trim()
  const start = query.replace(/^[./]+/, '')
  const isLike = ({ title, path }: TreePage) =>
    matchesName(title, query) || (start !== '' && (path?.startsWith(start) ?? false))
  const ofPages: LinkChoice[] = []
  for (const page of readable(pages)) {
    if (ofPages.length === MAX_PAGES) break
    const { title, path } = page
    if (isLike(page))
      ofPages.push({ label: title, detail: `/${path}`, target: linkToPage(from, path ?? '', pages) })
  }
  const wanted = query.toLowerCase()
  const named = wanted === '' ? [] : files.filter(({ name }) => name.toLowerCase().includes(wanted))
  const ofFiles = named
    .slice(0, MAX_FILES)
    .map(({ fileId, name }) => ({ label: name, target: `/files/${fileId}` }))
  return [...ofPages, ...ofFiles]
}

/** A target in its parts. Only what leads to a page has an anchor that can be chosen. */
export interface LinkParts {
  target: string
  anchor: string
}

/** The page that a target leads to; an empty one leads to the page that the link is on. */
export function pageOf(
  target: string,
  anchor: string,
  { path, pages }: Omit<Places, 'files'>,
): LinkablePage | undefined {
  if (target === '') return anchor === '' ? undefined : pageAt(path, pages)
  return pageOfLink(path, target, pages) ?? undefined
}

export function partsOf(href: string, places: Omit<Places, 'files'>): LinkParts {
  const at = href.indexOf('#')
  const [target, anchor] = at < 0 ? [href, ''] : [href.slice(0, at), href.slice(at + 1)]
  return pageOf(target, anchor, places) ? { target, anchor } : { target: href, anchor: '' }
}

/** What people type as an address, as an address. */
export function addressOf(typed: string): string {
  const text = typed.trim()
  if (/^www\.[^\s/]+\.[a-z]/i.test(text)) return `https://${text}`
  return /^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i.test(text) ? `mailto:${text}` : text
}

/** Whether what is typed is an address by its form, and not the words of a title. */
export const isAddress = (typed: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:|\/|#|\.|www\.)|\.md$|@/i.test(typed)
