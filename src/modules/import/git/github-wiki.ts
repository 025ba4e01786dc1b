import { importedFile } from '../imported-file.ts'
import { inferPages } from '../tree/infer-pages.ts'
import { titleFromName } from '../tree/names.ts'
import type { PageFiles } from '../tree/page-files.ts'
import { readPageText, readText } from '../tree/page-text.ts'
import { siblingSlugs } from '../tree/slugs.ts'
import { parseSummary } from '../tree/summary.ts'
import { pagesOfSummary } from '../tree/summary-pages.ts'
import type { ImportedContent, ImportedPage, ImportLimits, ImportRequest } from '../types.ts'
import { type WikiFiles, wikiFiles } from './wiki-files.ts'
import { WikiLinks } from './wiki-links.ts'
import { wikiRepository } from './wiki-repository.ts'

const sidebar = '_Sidebar.md'
const otherMarkup = /\.(?:asciidoc|adoc|creole|mediawiki|org|pod|rdoc|rst|textile|wiki)$/i

/** A wiki is a Git repository. The sidebar, if there is one, defines the order; other pages come after it. */
export async function importGithubWiki({ url, wiki, limits }: ImportRequest): Promise<ImportedContent> {
  if (wiki === undefined) throw new Error('The wiki was not fetched.')
  const address = wikiRepository(url).replace(/\.wiki\.git$/, '/wiki')
  return contentOfWiki(await wikiFiles(wiki, limits), address, limits)
}

async function contentOfWiki(
  tree: WikiFiles,
  address: string,
  limits: ImportLimits,
): Promise<ImportedContent> {
  const content: ImportedContent = { pages: [], files: [], reusables: [], skipped: tree.skipped }
  const skip = (path: string, reason: string) => content.skipped.push({ path, reason })
  const paths = new Set<string>()
  for (const [path, bytes] of tree.files) {
    const name = path.split('/').at(-1) ?? path
    if (path === sidebar) continue
    if (/(?:^|\/)\./.test(path)) skip(path, 'Hidden files are not imported.')
    else if (/^_(?:sidebar|footer|header)\./i.test(name))
      skip(path, 'It is a sidebar, header or footer, not a page.')
    else if (/\.(?:md|markdown)$/i.test(path)) paths.add(path)
    else if (otherMarkup.test(path)) skip(path, 'Only markdown pages are imported.')
    else content.files.push(await importedFile(path, bytes))
  }
  const links = new WikiLinks({ pages: [...paths], files: content.files.map(({ path }) => path), address })
  const taken = new Set<string>()
  const pageFiles: PageFiles = {
    paths,
    take: async (path, fallbackTitle) => {
      const bytes = tree.files.get(path)
      if (bytes === undefined || !paths.has(path) || taken.has(path)) return undefined
      taken.add(path)
      // Its links are changed, and with them maybe its title.
      const { title = fallbackTitle, stated: _stated, ...text } = readPageText(bytes, path, limits.pageBytes)
      return {
        type: 'document',
        title,
        ...text,
        markdown: links.rewrite(text.markdown, path),
        path,
        pages: [],
      }
    },
  }
  const listing = tree.files.get(sidebar)
  const listed = listing && links.rewrite(readText(listing, sidebar, limits.pageBytes), sidebar)
  const ordered =
    listed === undefined ? [] : await pagesOfSummary(parseSummary(listed, sidebar), pageFiles, skip, '')
  const left: PageFiles = { ...pageFiles, paths: new Set([...paths].filter((path) => !taken.has(path))) }
  content.pages = siblingSlugs(homeFirst([...ordered, ...(await inferPages(left, ''))]))
  return content
}

/** Home is the first page, even if the sidebar does not list it. */
function homeFirst(pages: ImportedPage[]): ImportedPage[] {
  const isHome = ({ path }: ImportedPage) => titleFromName(path ?? '').toLowerCase() === 'home'
  return [...pages.filter(isHome), ...pages.filter((page) => !isHome(page))]
}
