import { DomainError } from '../../../core/errors.ts'
import type { EventType } from '../../../core/events/events.ts'
import { newId } from '../../../core/ids.ts'
import type { SiteRedirect } from '../../../generated/prisma/client.ts'
import { loopFrom, loopThrough, MAX_COMPARISONS, type Step } from './loops.ts'
import { type Destination, MAX_REDIRECTS, type UpsertedRedirect } from './redirects.model.ts'

/** What became of one change. */
export interface UpsertResult {
  status: 'created' | 'updated' | 'deleted' | 'published' | 'error'
  source: string
  draft: boolean
  id?: string
  error?: string
}

/** The columns that a caller writes. */
export type RedirectColumns = Pick<
  SiteRedirect,
  | 'source'
  | 'captureWildcard'
  | 'draft'
  | 'permanent'
  | 'kind'
  | 'sectionId'
  | 'siteSpaceId'
  | 'pageId'
  | 'url'
>

type Kept = RedirectColumns & { id: string }

const WRITTEN = [
  'captureWildcard',
  'draft',
  'permanent',
  'kind',
  'sectionId',
  'siteSpaceId',
  'pageId',
  'url',
] as const

interface Given {
  siteRows: readonly SiteRedirect[]
  /** The ids of those that the caller can see. */
  visible: ReadonlySet<string>
  columnsOf: (item: UpsertedRedirect, destination: Destination, before: Kept | undefined) => RedirectColumns
  /** Where the live redirects lead before the changes, by their ids, and where the given destinations do. */
  stepOf: ReadonlyMap<string, Step>
}

const sourceKey = (source: string, draft: boolean) => `${draft ? 'draft' : 'live'} ${source}`

/**
 * The redirects of a site while changes are made to them, one after the other. Nothing is written here: what differs in the
 * end is written at once.
 */
export class Upserting {
  readonly #rows: Map<string, Kept>
  readonly #before: ReadonlyMap<string, SiteRedirect>
  readonly #steps: Map<string, Step>
  readonly #given: Given

  constructor(given: Given) {
    this.#given = given
    this.#rows = new Map(given.siteRows.map((row) => [sourceKey(row.source, row.draft), row]))
    this.#before = new Map(given.siteRows.map((row) => [row.id, row]))
    this.#steps = new Map(given.stepOf)
  }

  /** Makes one change; `destination` is where it leads, `step` the same on the site. */
  apply(
    item: UpsertedRedirect,
    destination: Destination | DomainError | null,
    step: Step | null,
  ): UpsertResult {
    const draft = item.intent === 'draft'
    try {
      if (destination instanceof DomainError) throw destination
      if (item.intent === 'publish') return this.#publish(item.source)
      return destination === null || step === null
        ? this.#remove(item.source, draft)
        : this.#put(item, destination, step)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return { status: 'error', source: item.source, draft, error: error.message }
    }
  }

  /** What differs from before: new rows, changed rows, and the ids of those that are gone. */
  changes(): { created: Kept[]; updated: Kept[]; deleted: string[] } {
    const rows = [...this.#rows.values()]
    const left = new Set(rows.map(({ id }) => id))
    return {
      created: rows.filter(({ id }) => !this.#before.has(id)),
      updated: rows.filter((row) => {
        const before = this.#before.get(row.id)
        return before !== undefined && WRITTEN.some((name) => before[name] !== row[name])
      }),
      deleted: [...this.#before.keys()].filter((id) => !left.has(id)),
    }
  }

  #found(source: string, draft: boolean): Kept | undefined {
    const row = this.#rows.get(sourceKey(source, draft))
    if (row && this.#before.has(row.id) && !this.#given.visible.has(row.id)) {
      throw new DomainError(
        'conflict',
        `The redirect from ${source} leads to a space that you cannot see. Ask somebody who can see it to change it.`,
      )
    }
    return row
  }

  #put(item: UpsertedRedirect, destination: Destination, step: Step): UpsertResult {
    const draft = item.intent === 'draft'
    const before = this.#found(item.source, draft)
    if (!before && this.#rows.size >= MAX_REDIRECTS) {
      throw new DomainError(
        'conflict',
        `A site can have at most ${MAX_REDIRECTS} redirects. Delete one first.`,
      )
    }
    const id = before?.id ?? newId('SiteRedirect')
    if (!draft) this.#requireNoLoop(id, step)
    this.#rows.set(sourceKey(item.source, draft), { id, ...this.#given.columnsOf(item, destination, before) })
    if (!draft) this.#steps.set(id, step)
    else this.#steps.set(`draft ${id}`, step)
    return { status: before ? 'updated' : 'created', source: item.source, draft, id }
  }

  #remove(source: string, draft: boolean): UpsertResult {
    const row = this.#found(source, draft)
    if (row) {
      this.#rows.delete(sourceKey(source, draft))
      this.#steps.delete(row.id)
    }
    return { status: 'deleted', source, draft }
  }

  /** The draft takes the place of the redirect that readers follow, which keeps its id. */
  #publish(source: string): UpsertResult {
    const draft = this.#found(source, true)
    if (!draft) throw new DomainError('conflict', `There is no draft of a redirect from ${source}.`)
    const live = this.#found(source, false)
    const id = live?.id ?? draft.id
    const step = this.#steps.get(`draft ${draft.id}`)
    if (step) this.#requireNoLoop(id, step)
    this.#rows.delete(sourceKey(source, true))
    this.#rows.set(sourceKey(source, false), { ...draft, id, draft: false })
    if (step) this.#steps.set(id, step)
    return { status: 'published', source, draft: false, id }
  }

  #requireNoLoop(id: string, step: Step): void {
    const others = [...this.#steps].filter(([key]) => key !== id && !key.startsWith('draft '))
    const back = loopThrough([...others.map(([, other]) => other), step], { left: MAX_COMPARISONS })
    if (back !== null) throw loopFrom(step.source, back)
  }
}

/** The event of each row that a request changed. */
export const eventsOf = ({ created, updated, deleted }: ReturnType<Upserting['changes']>) =>
  [
    ...created.map(({ id }) => ({ type: 'site_redirect.created' satisfies EventType, id })),
    ...updated.map(({ id }) => ({ type: 'site_redirect.updated' satisfies EventType, id })),
    ...deleted.map((id) => ({ type: 'site_redirect.deleted' satisfies EventType, id })),
  ] as { type: EventType; id: string }[]
