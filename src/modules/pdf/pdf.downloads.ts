import { fileResponseHeaders } from '../../core/files/headers.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import type { Charge, Download, DownloadOptions } from '../../core/operations/downloads.ts'
import type { Settings } from '../../core/settings.ts'
import { Prisma, type Revision } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { ORGANIZATION_NOT_DELETED } from '../organizations/index.ts'
import { Snapshot } from '../revisions/index.ts'
import { type BookPart, planBook } from './book/book.ts'
import { partFrom } from './book/part-name.ts'
import { coverLogoFor } from './cover-logo.ts'
import { pdfKey } from './pdf.key.ts'
import { PdfProduction } from './production/production.ts'
import { findRendered } from './production/rendered-files.ts'

type Subject = Revision & { organizationId: string; spaceTitle: string; language: string | null }

const REVISION = statement<Subject>({
  name: 'pdfRevision',
  text: `SELECT ${columnsOf('r', Prisma.RevisionScalarFieldEnum)}, s."organizationId", s."title" AS "spaceTitle", s."language"
    FROM "Revision" r JOIN "Space" s ON s."id" = r."spaceId"
    JOIN "Organization" o ON o."id" = s."organizationId" AND ${ORGANIZATION_NOT_DELETED}
    WHERE r."id" = $1 AND r."spaceId" = $2 AND s."deletedAt" IS NULL`,
})

declare module '../../core/settings.ts' {
  interface Settings {
    readonly pdf: { readonly maxBytes: number }
  }
}

/** The size of all stored PDFs. */
export const maxStored = ({ pdf }: Settings): number => 4 * pdf.maxBytes

/** PDFs of revisions: rendered when they are first fetched, and stored. */
export class PdfDownloads {
  readonly #db: Queryable
  readonly #now: () => Date
  readonly #production: PdfProduction

  constructor({ database, files, now, settings }: DownloadOptions) {
    this.#db = database
    this.#now = now
    this.#production = new PdfProduction({
      database,
      files,
      now,
      bytes: settings.pdf.maxBytes,
      storedBytes: maxStored(settings),
    })
  }

  /** The PDF of a URL. Null if it or its space was deleted. The URL is signed, so no token is needed. */
  async find(
    { spaceId, revisionId, name }: { spaceId: string; revisionId: string; name: string },
    signal: AbortSignal,
  ): Promise<Download | null> {
    const part = partFrom(name)
    const [subject] = part ? await this.#db.query(REVISION, [revisionId, spaceId]) : []
    if (!part || !subject) return null
    const snapshot = new Snapshot(this.#db, subject)
    const title = await titleOf(snapshot, part, subject)
    if (title === undefined) return null
    const { organizationId, createdAt, language, spaceTitle } = subject
    const logo = await coverLogoFor(this.#db, spaceId, part)
    const key = pdfKey(subject, { title: spaceTitle, language, logo }, part)
    const wanted = {
      organizationId,
      spaceId,
      key,
      snapshot,
      createdAt,
      ...(logo === null ? {} : { logo }),
      ...(language === null ? {} : { language }),
      plan: () => planBook(snapshot, part, spaceTitle),
    }
    const kept = () => findRendered(this.#db, { spaceId, key }, this.#now())
    const made = async (charge: Charge) => {
      await this.#production.make(wanted, charge, signal)
      return kept()
    }
    const headers = fileResponseHeaders({ name: `${title}.pdf`, contentType: 'application/pdf' })
    return {
      tag: key,
      headers,
      open: async (charge) => {
        const bytes = (await kept()) ?? (await made(charge))
        return bytes && { bytes, headers }
      },
      progress: async (charge) => ((await kept()) ? null : this.#production.progress(wanted, charge)),
    }
  }

  close(): Promise<void> {
    return this.#production.close()
  }
}

async function titleOf(snapshot: Snapshot, { page }: BookPart, { spaceTitle }: Subject) {
  return page === null ? spaceTitle : (await snapshot.pages([page])).get(page)?.title
}
