import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../../../core/errors.ts'
import { prefixes } from '../../../core/ids.ts'
import type { Charge, DownloadProgress } from '../../../core/operations/downloads.ts'
import type { Database } from '../../../platform/database.ts'
import type { ObjectStore } from '../../../platform/files/object-store.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { slotsOfAll } from '../../../platform/turns/fair-slots.ts'
import type { Snapshot } from '../../revisions/index.ts'
import { BookMaterial, type BookPlan } from '../book/book.ts'
import { CoverLogoDrawing } from './cover-logo-drawing.ts'
import { PdfThread } from './pdf-thread.ts'
import { type Length, Press } from './press.ts'
import { progressOfRendering, RenderedFile, removeOldFiles } from './rendered-files.ts'

/** A PDF that is to be rendered. */
interface WantedPdf {
  organizationId: string
  spaceId: string
  key: string
  snapshot: Snapshot
  createdAt: Date
  language?: string
  /** The ID of the logo on the cover. */
  logo?: string
  /** Null if its page does not exist. */
  plan(): Promise<BookPlan | null>
}

interface ProductionOptions {
  database: Database
  files: ObjectStore | null
  now: () => Date
  /** The maximum size of a PDF, and of all that are stored. */
  bytes: number
  storedBytes: number
}

interface Job {
  name: string
  length: Length
  /** The number of pages. */
  total: number
  work(signal: AbortSignal): Promise<void>
}

const TEXT_BYTES = statement<{ bytes: number }>({
  name: 'pdfTextBytes',
  text: `SELECT coalesce(sum(octet_length("markdown")), 0)::int AS "bytes" FROM "Document"
    WHERE "spaceId" = $1 AND "hash" = ANY($2)`,
})

/** The cost of rendering: a base, a point per page, and a point per this many characters. */
const POINTS_PER_DOCUMENT = 10
const TEXT_BYTES_PER_POINT = 5_000
/** The cost of the longest PDF that counts as short, which takes a few seconds. */
const MAX_SHORT_POINTS = 100

/**
 * For one organization. One core is left for the main thread. Short PDFs have a thread of their own; all threads alternate
 * after each page.
 */
const WORKING = Math.max(1, availableParallelism() - 1)
const AT_ONCE = { short: 1, long: WORKING }
const MAX_WAITING = 7

/** The time in which a client that does not wait gets the error of its PDF. */
const FAILURE_MS = 60 * 1000
const MAX_FAILURES = 100

/** After a PDF of this size, old ones are removed at once if there are too many bytes. */
const LARGE_BYTES = 16 * 1024 * 1024

/** Renders PDFs and stores them. */
export class PdfProduction {
  readonly #database: Database
  readonly #files: ObjectStore | null
  readonly #now: () => Date
  readonly #press = new Press<void>({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })
  readonly #thread: PdfThread
  readonly #logos: CoverLogoDrawing
  readonly #storedBytes: number
  /** The number of pages of those that are being rendered or wait on this node. */
  readonly #totals = new Map<string, number>()
  readonly #failures = new LRUCache<string, Error>({ max: MAX_FAILURES, ttl: FAILURE_MS })

  constructor({ database, files, now, bytes, storedBytes }: ProductionOptions) {
    this.#database = database
    this.#files = files
    this.#now = now
    // As many as the press starts.
    const threads = slotsOfAll(AT_ONCE.short) + slotsOfAll(AT_ONCE.long)
    this.#thread = new PdfThread({ bytes, threads, working: WORKING })
    this.#logos = new CoverLogoDrawing(database)
    this.#storedBytes = storedBytes
  }

  /** Renders a PDF, unless its page does not exist. Ends when no client waits for it any more. */
  async make(wanted: WantedPdf, charge: Charge, signal: AbortSignal): Promise<void> {
    const job = await this.#prepare(wanted, charge)
    if (job)
      await this.#noted(job, () =>
        this.#press.make(job.name, signal, job.length, job.work, wanted.organizationId),
      )
  }

  /**
   * The progress of a PDF on any node. If no node renders it, this one does, to the end, although no client waits. Null if
   * its page does not exist.
   */
  async progress(wanted: WantedPdf, charge: Charge): Promise<DownloadProgress | null> {
    const name = nameOf(wanted)
    const failure = this.#failures.get(name)
    // The next request tries again, unless the reason is the content.
    if (failure && !(failure instanceof DomainError)) this.#failures.delete(name)
    if (failure) throw failure
    const current = await progressOfRendering(this.#database, wanted, this.#now())
    if (current) return current
    const waiting = this.#totals.get(name)
    if (waiting !== undefined) return { done: 0, total: waiting }
    const job = await this.#prepare(wanted, charge)
    if (!job) return null
    const made = this.#press.start(name, job.length, job.work, wanted.organizationId)
    // No client waits, so the next request gets the error.
    this.#noted(job, () => made).catch((error: Error) => this.#failures.set(name, error))
    return { done: 0, total: job.total }
  }

  async close(): Promise<void> {
    await this.#press.close()
    await this.#thread.close()
    await this.#logos.close()
  }

  /** What to render, after it was paid for. */
  async #prepare(wanted: WantedPdf, charge: Charge): Promise<Job | null> {
    const book = await wanted.plan()
    if (!book) return null
    const points = await this.#priceOf(book, wanted.spaceId)
    await charge(points)
    return {
      name: nameOf(wanted),
      length: points <= MAX_SHORT_POINTS ? 'short' : 'long',
      total: book.pages.length,
      work: (signal) => this.#render(wanted, book, signal),
    }
  }

  /** Notes how many pages it has, for as long as it is rendered or waits. */
  async #noted({ name, total }: Job, made: () => Promise<void>): Promise<void> {
    this.#totals.set(name, total)
    try {
      await made()
    } finally {
      if (!this.#press.has(name)) this.#totals.delete(name)
    }
  }

  /** The cost of rendering, in points, by the number of pages and the length of their texts. */
  async #priceOf({ pages }: BookPlan, spaceId: string): Promise<number> {
    const hashes = [...new Set(pages.flatMap(({ text }) => text || []))]
    const [row] = await this.#database.query(TEXT_BYTES, [spaceId, hashes])
    return POINTS_PER_DOCUMENT + pages.length + Math.ceil((row?.bytes ?? 0) / TEXT_BYTES_PER_POINT)
  }

  async #render(wanted: WantedPdf, book: BookPlan, signal: AbortSignal): Promise<void> {
    const { snapshot, createdAt, language, organizationId, logo } = wanted
    const pageIdPrefix = prefixes.get('Page')
    const order = {
      book,
      pageIdPrefix,
      createdAt,
      hasLogo: logo !== undefined,
      ...(language === undefined ? {} : { language }),
    }
    const material = new BookMaterial(
      { db: this.#database, files: this.#files },
      snapshot,
      book,
      organizationId,
    )
    const file = await RenderedFile.begin(this.#database, wanted, book.pages.length, this.#now)
    const counted = {
      markdown: async (at: number) => {
        await file.progress(at)
        return material.markdown(at)
      },
      image: (ref: string, at: number) => material.image(ref, at),
      logo: async () => (logo === undefined ? null : this.#logos.draw(logo, organizationId)),
    }
    try {
      await this.#thread.make(order, counted, (bytes) => file.add(bytes), signal, organizationId)
      await file.complete()
    } catch (error) {
      // If this fails as well, periodic work removes the file later.
      await file.discard().catch(() => {})
      throw error
    }
    if (file.size < LARGE_BYTES) return
    await removeOldFiles(this.#database, { now: this.#now(), most: this.#storedBytes })
  }
}

const nameOf = ({ spaceId, key }: WantedPdf): string => `${spaceId}/${key}`
