import { posix } from 'node:path'
import { slugOfSegment } from '../../../core/slugs.ts'

import type { ImportedPage } from '../types.ts'
import { titleFromName } from './names.ts'
import type { PageFiles } from './page-files.ts'
import { isFolderPage, siblingSlugs, slugOfPath } from './slugs.ts'
import { placeholder } from './summary-pages.ts'

interface Folder {
  /** By name without extension: `setup.md` next to `setup/` is the page of that folder. */
  files: Map<string, string>
  folders: Map<string, Folder>
  own: string | undefined
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * The pages of a tree without a table of contents: nested folders, ordered by name, with the page of the root
 * first.
 */
export async function inferPages(
  files: PageFiles,
  root: string,
  readme = 'README.md',
): Promise<ImportedPage[]> {
  const top = newFolder()
  // The settings can give the first page another name.
  if (files.paths.has(readme)) top.own = readme
  for (const path of [...files.paths].sort(byName.compare)) if (path !== top.own) place(top, path, root)

  const pageOf = async (path: string | undefined, name: string): Promise<ImportedPage> => {
    const title = titleFromName(name)
    const page = path === undefined ? undefined : await files.take(path, title)
    if (page === undefined || path === undefined) return placeholder(title, [], slugOfSegment(name))
    const slug = slugOfPath(path, root)
    if (slug !== undefined) page.slug = slug
    return page
  }

  const pagesIn = async (folder: Folder): Promise<ImportedPage[]> => {
    const names = [...new Set([...folder.files.keys(), ...folder.folders.keys()])].sort(byName.compare)
    const pages: ImportedPage[] = []
    for (const name of names) {
      const below = folder.folders.get(name)
      const page = await pageOf(folder.files.get(name) ?? below?.own, name)
      if (below !== undefined) {
        // With both `setup.md` and `setup/README.md`, one is the page of the folder and the other is a child.
        const extra = folder.files.has(name) && below.own ? [await pageOf(below.own, name)] : []
        page.pages = siblingSlugs([...extra, ...(await pagesIn(below))])
      }
      pages.push(page)
    }
    return siblingSlugs(pages)
  }
  const first = top.own === undefined ? [] : [await pageOf(top.own, 'Home')]
  return siblingSlugs([...first, ...(await pagesIn(top))])
}

const newFolder = (): Folder => ({ files: new Map(), folders: new Map(), own: undefined })

function place(top: Folder, path: string, root: string): void {
  const segments = posix.relative(root, path).split('/')
  const name = segments.pop() ?? ''
  let folder = top
  for (const segment of segments) {
    const next = folder.folders.get(segment) ?? newFolder()
    folder.folders.set(segment, next)
    folder = next
  }
  if (isFolderPage(path) && folder.own === undefined) folder.own = path
  else folder.files.set(uniqueKey(folder, name), path)
}

/** `a.md` and `a.html` are two pages. */
function uniqueKey(folder: Folder, name: string): string {
  const bare = name.replace(/\.[^.]+$/, '')
  return folder.files.has(bare) ? name : bare
}
