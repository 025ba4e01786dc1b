import type { TreePage } from '../screens/space/use-tree-pages.ts'

const encoded = (path: string): string =>
  encodeURI(path).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))

/** The folder that relative links of a page begin in: a page with pages below it is the first of its own. */
function folderOf(path: string, pages: readonly TreePage[]): string[] {
  const at = pages.findIndex((page) => page.path === path)
  const isFolder = at >= 0 && (pages[at + 1]?.depth ?? 0) > (pages[at]?.depth ?? 0)
  const segments = path.split('/')
  return isFolder ? segments : segments.slice(0, -1)
}

/** The target of a link from one page to another, as authors write it: the relative path of its file. */
export function linkToPage(from: string, to: string, pages: readonly TreePage[]): string {
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
  pages: readonly TreePage[],
): TreePage | null | undefined {
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
  return pages.find((page) => page.path === wanted) ?? null
}
