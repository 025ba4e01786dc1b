import { posix } from 'node:path'
import { freeSlug, slugOfSegment } from '../../../core/slugs.ts'

import type { ImportedPage } from '../types.ts'
import { slugFrom } from './names.ts'

const folderPage = /^(?:readme|index)\.(?:md|markdown|html?)$/i

/** Whether a file is the page of its folder. */
export const isFolderPage = (path: string): boolean => folderPage.test(posix.basename(path))

/** The page of a folder is named after the folder. The page of the root folder is named by its title. */
export function slugOfPath(path: string, root: string): string | undefined {
  if (!isFolderPage(path)) return slugOfSegment(posix.basename(path).replace(/\.(?:md|markdown|html?)$/i, ''))
  const folder = posix.relative(root, posix.dirname(path))
  return folder === '' ? undefined : slugOfSegment(posix.basename(folder))
}

/** Makes the slugs of siblings unique, keeping the first one: pages of different folders can be siblings. */
export function siblingSlugs(pages: ImportedPage[]): ImportedPage[] {
  const used = new Set<string>()
  for (const page of pages) {
    if (page.type === 'link' || page.type === 'computed') continue
    page.slug = freeSlug(page.slug ?? slugFrom(page.title) ?? 'page', used)
    used.add(page.slug)
  }
  return pages
}
