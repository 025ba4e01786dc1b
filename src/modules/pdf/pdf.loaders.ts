import { z } from 'zod'
import type { LoaderDefinition } from '../../core/lists/definitions.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { RenderingKey } from './production/rendered-files.ts'

export const PdfState = z.enum(['none', 'rendering', 'ready'])

/** Whether a PDF exists, and how many of its pages are rendered. */
export interface PdfStatus {
  state: z.infer<typeof PdfState>
  done?: number
  total?: number
}

/** It is rendered when it is first fetched. */
export const noPdf: PdfStatus = { state: 'none' }

interface Row extends Required<PdfStatus>, RenderingKey {}

const STATUS = statement<Row>({
  name: 'pdfStatus',
  text: `SELECT DISTINCT ON (f."spaceId", f."key") f."spaceId", f."key", f."done", f."total",
      CASE WHEN f."completedAt" IS NULL THEN 'rendering' ELSE 'ready' END AS "state"
    FROM "RenderedFile" f JOIN unnest($1::text[], $2::text[]) AS w ("spaceId", "key")
      ON w."spaceId" = f."spaceId" AND w."key" = f."key"
    WHERE f."completedAt" IS NOT NULL OR f."usedAt" > now() - interval '10 minutes'
    ORDER BY f."spaceId", f."key", f."completedAt" NULLS LAST, f."done" DESC`,
})

const nameOf = ({ spaceId, key }: RenderingKey) => `${spaceId}/${key}`

/** The status of PDFs, on all nodes. Only who can read a revision has the key of its PDF. */
export const pdfStatus: LoaderDefinition<RenderingKey, PdfStatus> = {
  name: 'pdfStatus',
  scope: 'space:read',
  cacheKey: nameOf,
  batch: async (reads, keys) => {
    const spaces = keys.map(({ spaceId }) => spaceId)
    const rows = await reads.db.query(STATUS, [spaces, keys.map(({ key }) => key)])
    const found = new Map(rows.map(({ state, done, total, ...key }) => [nameOf(key), { state, done, total }]))
    return keys.map((key) => found.get(nameOf(key)) ?? noPdf)
  },
}
