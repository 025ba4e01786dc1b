import type { DocumentTree } from '../tree/types.ts'
import { clientDocument } from './client-document.ts'
import { WantedRefs } from './client-refs.ts'

/** The URLs of a document that lead to something of the content, if they lead to anything. */
export function wantedUrls(tree: DocumentTree): string[] {
  const refs = new WantedRefs()
  clientDocument(tree, refs)
  return [...refs.urls]
}
