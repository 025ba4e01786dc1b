import type { PageRecord, ReusableRecord } from '../revisions/index.ts'

/** A record that can refer to a source text. */
export type WithDocument = Pick<PageRecord | ReusableRecord, 'document'>

interface DocumentReader {
  /** Source texts by hash. */
  documents(hashes: readonly string[]): Promise<Map<string, string>>
}

/** Reads the sources of records. A record without a document has an empty source. */
export async function sourcesOf(
  reader: DocumentReader,
  records: readonly (WithDocument | undefined)[],
): Promise<(record: WithDocument | undefined) => string> {
  const hashes = new Set(records.flatMap((record) => record?.document ?? []))
  const read = hashes.size > 0 ? await reader.documents([...hashes]) : new Map<string, string>()
  return (record) => {
    if (record?.document === undefined) return ''
    const text = read.get(record.document)
    if (text === undefined) throw new Error(`the document ${record.document} is not stored`)
    return text
  }
}
