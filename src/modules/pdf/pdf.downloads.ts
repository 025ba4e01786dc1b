import { fileResponseHeaders } from '../../core/files/headers.ts'
import { prefixes } from '../../core/ids.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { Prisma, type Revision } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { canonicalJson, hashOf, Snapshot } from '../revisions/index.ts'
import { BookMaterial, type BookPart, type BookPlan, planBook } from './book/book.ts'
import { partFrom } from './book/part-name.ts'
import { PdfThread } from './production/pdf-thread.ts'
import { Press } from './production/press.ts'
import { findRendering, insertRendering } from './production/renderings.ts'

/** Increase this when the same content is rendered differently, so that stored PDFs are rendered again. */
const RENDERER = 2

type Subject = Revision & { spaceTitle: string; language: string | null }

const REVISION = {
  name: 'pdfRevision',
  text: `SELECT ${columnsOf('r', Prisma.RevisionScalarFieldEnum)}, s."title" AS "spaceTitle", s."language"
    FROM "Revision" r JOIN "Space" s ON s."id" = r."spaceId"
    WHERE r."id" = $1 AND r."spaceId" = $2 AND s."deletedAt" IS NULL`,
}

const TEXT_BYTES = {
  name: 'pdfTextBytes',
  text: `SELECT coalesce(sum(octet_length("markdown")), 0)::int AS "bytes" FROM "Document"
    WHERE "spaceId" = $1 AND "hash" = ANY($2)`,
}

/** The cost of rendering: a base, a point per page, and a point per this many characters. */
const POINTS_PER_DOCUMENT = 10
const TEXT_BYTES_PER_POINT = 5_000

/** PDFs of revisions: rendered when they are first fetched, and stored. */
export class PdfDownloads {
  readonly #db: Queryable
  readonly #now: () => Date
  readonly #press = new Press<void>()
  readonly #thread = new PdfThread()

  constructor(db: Queryable, now: () => Date) {
    this.#db = db
    this.#now = now
  }

  /** The PDF of a URL. Null if it or its space was deleted. The URL is signed, so no token is needed. */
  async find(
    { spaceId, revisionId, name }: { spaceId: string; revisionId: string; name: string },
    signal: AbortSignal,
  ) {
    const part = partFrom(name)
    const [subject] = part ? await this.#db.query<Subject>(REVISION, [revisionId, spaceId]) : []
    if (!part || !subject) return null
    const snapshot = new Snapshot(this.#db, subject)
    const title = await titleOf(snapshot, part, subject)
    if (title === undefined) return null
    const key = keyOf(subject, part)
    const kept = () => findRendering(this.#db, { spaceId, key }, this.#now())
    const make = async (charge: (points: number) => Promise<void>) => {
      const book = await planBook(snapshot, part, subject.spaceTitle)
      if (!book) return null
      await charge(await this.#priceOf(book, spaceId))
      await this.#press.make(`${spaceId}/${key}`, signal, (end) =>
        this.#make(subject, snapshot, book, key, end),
      )
      return kept()
    }
    const open = async (charge: (points: number) => Promise<void>) => {
      const bytes = (await kept()) ?? (await make(charge))
      const headers = fileResponseHeaders({ name: `${title}.pdf`, contentType: 'application/pdf' })
      return bytes && { bytes, headers }
    }
    return { tag: key, open }
  }

  async close(): Promise<void> {
    await this.#press.close()
    await this.#thread.close()
  }

  /** The cost of rendering, in points, by the number of pages and the length of their texts. */
  async #priceOf({ pages }: BookPlan, spaceId: string): Promise<number> {
    const hashes = [...new Set(pages.flatMap(({ text }) => text || []))]
    const [row] = await this.#db.query<{ bytes: number }>(TEXT_BYTES, [spaceId, hashes])
    return POINTS_PER_DOCUMENT + pages.length + Math.ceil((row?.bytes ?? 0) / TEXT_BYTES_PER_POINT)
  }

  async #make(
    { spaceId, createdAt, language }: Subject,
    snapshot: Snapshot,
    book: BookPlan,
    key: string,
    signal: AbortSignal,
  ): Promise<void> {
    const order = {
      book,
      pageIdPrefix: prefixes.get('Page'),
      createdAt,
      ...(language === null ? {} : { language }),
    }
    const bytes = await this.#thread.make(order, new BookMaterial(this.#db, snapshot, book), signal)
    await insertRendering(this.#db, { spaceId, key }, bytes, this.#now())
  }
}

async function titleOf(snapshot: Snapshot, { page }: BookPart, { spaceTitle }: Subject) {
  return page === null ? spaceTitle : (await snapshot.pages([page])).get(page)?.title
}

/** The hash of everything that affects the PDF. Revisions with the same content share it. */
const keyOf = (subject: Subject, { page, only }: BookPart): string =>
  hashOf(
    canonicalJson({
      renderer: RENDERER,
      page,
      only,
      title: subject.spaceTitle,
      language: subject.language,
      pages: subject.pagesRoot,
      folders: subject.foldersRoot,
      files: subject.filesRoot,
      reusables: subject.reusablesRoot,
      variables: subject.variables,
    }),
  )
