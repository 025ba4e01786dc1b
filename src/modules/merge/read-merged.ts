import { parsedBefore } from '../content/index.ts'
import { ParsedPages } from '../documents/index.ts'
import type { ContentEdits, Snapshot } from '../revisions/index.ts'

/** Texts are loaded in batches: a merge can have thousands of them. */
const CHUNK = 200

/** Parses the texts that a merge adds to main content, for its indexes. Those of imports have been parsed before. */
export async function readMerged(
  main: Snapshot,
  { pages, documents }: Pick<ContentEdits, 'pages' | 'documents'>,
  organizationId?: string,
): Promise<ParsedPages> {
  const parsedPages = ParsedPages.for(organizationId)
  main.learnTexts(documents)
  const ids = [...pages.keys()]
  for (let at = 0; at < ids.length; at += CHUNK) {
    const part = ids.slice(at, at + CHUNK)
    const before = await main.pages(part)
    const hashes = part.flatMap((id) => {
      const hash = pages.get(id)?.document
      return hash === undefined || hash === before.get(id)?.document ? [] : [hash]
    })
    parsedPages.learn(await parsedBefore(main, hashes))
    await parsedPages.readStored(hashes, (missing) => main.documents(missing))
  }
  return parsedPages
}
