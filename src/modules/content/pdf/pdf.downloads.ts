import { columnsOf } from '../../../core/columns.ts'
import { Prisma, type Revision } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { canonicalJson, hashOf, Snapshot } from '../../revisions/index.ts'
import { fileResponseHeaders } from '../files/headers.ts'
import { BookMaterial, type BookPart, planBook } from './book.ts'
import { partFrom } from './part-name.ts'
import { PdfThread } from './pdf-thread.ts'
import { Press } from './press.ts'
import { findRendering, insertRendering } from './renderings.ts'

/** To be raised when the same content comes out differently, so that what was made before is made again. */
const RENDERER = 2

type Subject = Revision & { spaceTitle: string; language: string | null }

const REVISION = {
  name: 'pdfRevision',
  text: `SELECT ${columnsOf('r', Prisma.RevisionScalarFieldEnum)}, s."title" AS "spaceTitle", s."language"
    FROM "Revision" r JOIN "Space" s ON s."id" = r."spaceId"
    WHERE r."id" = $1 AND r."spaceId" = $2 AND s."deletedAt" IS NULL`,
}

/** Revisions as PDF: made when they are first fetched, and read from then on. */
export class PdfDownloads {
  readonly #db: Queryable
  readonly #now: () => Date
  readonly #press = new Press<boolean>()
  readonly #thread = new PdfThread()

  constructor(db: Queryable, now: () => Date) {
    this.#db = db
    this.#now = now
  }

  /** What an address names; null when it, or the space, is gone. Whoever was given the address may have it. */
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
    const make = () =>
      this.#press.make(`${spaceId}/${key}`, signal, (end) => this.#make(subject, snapshot, part, key, end))
    const open = async () => {
      const bytes = (await kept()) ?? ((await make()) ? await kept() : null)
      const headers = fileResponseHeaders({ name: `${title}.pdf`, contentType: 'application/pdf' })
      return bytes && { bytes, headers }
    }
    return { tag: key, open }
  }

  async close(): Promise<void> {
    await this.#press.close()
    await this.#thread.close()
  }

  async #make(
    { spaceId, spaceTitle, createdAt, language }: Subject,
    snapshot: Snapshot,
    part: BookPart,
    key: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const book = await planBook(snapshot, part, spaceTitle)
    if (!book) return false
    const order = { book, createdAt, ...(language === null ? {} : { language }) }
    const bytes = await this.#thread.make(order, new BookMaterial(this.#db, snapshot, book), signal)
    await insertRendering(this.#db, { spaceId, key }, bytes, this.#now())
    return true
  }
}

async function titleOf(snapshot: Snapshot, { page }: BookPart, { spaceTitle }: Subject) {
  return page === null ? spaceTitle : (await snapshot.pages([page])).get(page)?.title
}

/** The hash of all that a document is made of: revisions with the same content share it. */
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
