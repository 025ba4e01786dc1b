import { slugOfPath } from '../tree/slugs.ts'

/** The slugs that the page of a file would have, in a tree whose pages are in the folder `top`. */
export function slugPathOf(path: string, top: string): string {
  const relative = top === '' ? path : path.slice(top.length + 1)
  const folder = relative.split('/').slice(0, -1)
  const slug = slugOfPath(relative, '')
  return (
    /(?:^|\/)(?:readme|index)\.md$/i.test(relative) ? [...folder.slice(0, -1), slug] : [...folder, slug]
  )
    .filter((part) => part !== undefined)
    .join('/')
}
