import { refusedByPool } from '../../core/worker-errors.ts'
import { MAX_SOURCE_BYTES } from './openapi-specs.model.ts'
import { specThreads } from './processing/spec-threads.ts'
import type { SpecBundle } from './spec-bundles.ts'

/** A file cannot refer to documents elsewhere: what a page shows must not depend on other servers. */
const noFetch = async () => ({
  code: 'FETCH_ERROR' as const,
  message: 'A file of a space can refer only to itself. Add the document as an OpenAPI spec instead.',
})

/** Reads a file with an OpenAPI document, as the source of a spec is read. Null if it is not one. */
export async function readSpecFile(
  organizationId: string,
  name: string,
  bytes: Uint8Array,
): Promise<SpecBundle | null> {
  if (bytes.length > MAX_SOURCE_BYTES) return null
  const processed = await specThreads
    .processWith({ name, url: null, bytes }, noFetch, { organizationId })
    .catch((error: unknown) => {
      throw refusedByPool(error)
    })
  if ('failure' in processed) return null
  const bundle = processed.documents.find(({ hash }) => hash === processed.bundle)
  return bundle ? { hash: bundle.hash, bytes: Buffer.from(bundle.bytes) } : null
}
