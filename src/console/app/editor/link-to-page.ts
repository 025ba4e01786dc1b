/** What links need to know of a page. */
export interface LinkablePage {
  readonly pageId: string
  readonly title: string
  readonly path?: string | null | undefined
  readonly depth: number
}

const encoded = (path: string): string =>
  encodeURI(path).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))

/** The places of pages in their list, by path, so that a link costs the same in a large space. */
const places = new WeakMap<readonly LinkablePage[], ReadonlyMap<string, number>>()

function placeOf(path: string, pages: readonly LinkablePage[]): number | undefined {
  const known = places.get(pages) ?? new Map(pages.map((page, at) => [page.path ?? '', at] as const))
  places.set(pages, known)
  return known.get(path)
}

/** The page at a path. */
export function pageAt(path: string, pages: readonly LinkablePage[]): LinkablePage | undefined {
  const at = placeOf(path, pages)
  return at === undefined ? undefined : pages[at]
}

/** The folder that relative links of a page begin in: a page with pages below it is the first of its own. */
function folderOf(path: string, pages: readonly LinkablePage[]): string[] {
  const at = placeOf(path, pages)
  const isFolder = at !== undefined && (pages[at + 1]?.depth ?? 0) > (pages[at]?.depth ?? 0)
  const segments = path.split('/')
  return isFolder ? segments : segments.slice(0, -1)
}

/** The target of a link from one page to another, as authors write it: the relative path of its file. */
export function linkToPage(from: string, to: string, pages: readonly LinkablePage[]): string {
  const [base, target] = [folderOf(from, pages), to.split('/')]
  let shared = 0
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) shared += 1
  const up = '../'.repeat(base.length - shared)
  return encoded(`${up}${target.slice(shared).join('/')}.md`)
}

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|\/(?:files|users|spaces|pages)\/|#|$)/i

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The page that a link leads to; null if there is none, and undefined if it does not lead to a page. */
export function pageOfLink(
  from: string,
  target: string,
  pages: readonly LinkablePage[],
): LinkablePage | null | undefined {
  const [bare = ''] = target.split(/[?#]/, 1)
  // Other files of the space have endings of their own.
  if (ELSEWHERE.test(target) || /\.(?!md$)\w+$/i.test(bare)) return undefined
  const path = decoded(bare)
    .replace(/(?:^|\/)(?:readme|index)\.md$/i, '')
    .replace(/\.md$|\/$/i, '')
  const segments = path.startsWith('/') ? [] : folderOf(from, pages)
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  const wanted = segments.join('/')
  if (wanted === '') return undefined
  return pageAt(wanted, pages) ?? null
}
