import { RawJson } from '../../../http/bodies/raw-json.ts'
import { clientDocument } from '../clients/client-document.ts'
import { type ClientTargets, KnownRefs } from '../clients/client-refs.ts'
import { wantedUrls } from '../clients/wanted-urls.ts'
import { documentFromMarkdown } from '../reading/from-markdown.ts'
import { areShort } from './reading-cost.ts'
import { runTextTask } from './text-pool.ts'

/** A document as part of a response, and its size. */
export interface WrittenDocument {
  value: object
  bytes: number
}

/** A document is usually about ten times as long as its text. */
const GROWTH = 10

/**
 * The document of a text as clients of the public API read it. `resolve` finds what its relative URLs lead to. Long
 * texts are converted in a worker thread.
 */
export async function clientDocumentOf(
  text: string,
  resolve: (urls: readonly string[]) => Promise<ClientTargets>,
  organizationId?: string,
): Promise<WrittenDocument> {
  if (areShort(text)) {
    const tree = documentFromMarkdown(text)
    const targets = await resolve(wantedUrls(tree))
    return { value: clientDocument(tree, new KnownRefs(targets)), bytes: text.length * GROWTH }
  }
  const targets = await resolve(await runTextTask('wantedUrls', text, organizationId))
  const bytes = await runTextTask('clientDocument', [text, targets], organizationId)
  return { value: new RawJson(bytes), bytes: bytes.length }
}
