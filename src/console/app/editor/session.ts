import { graphql } from 'react-relay/hooks'
import type { sessionTextQuery } from '#console/sessionTextQuery.graphql.ts'
import { readOnce } from '../live/follow.ts'
import { type Claim, claim } from './drafts/claim.ts'
import type { DraftKey } from './drafts/database.ts'
import { type Draft, DraftWriter, readDraft } from './drafts/draft.ts'
import { Saver, type SaveState, type Stored } from './saves/saver.ts'
import { answerTo, createChange, type SavePlace, sendSave } from './saves/send-save.ts'

/** A page that is opened for editing. */
export interface EditedPlace extends SavePlace {
  user: string
  /** Given if main content cannot be edited here: the first save makes a change request with this subject. */
  newChangeSubject?: string | undefined
}

/** What the screen shows of an editing session. */
export interface SessionView {
  save: SaveState
  /** A draft that the person has to decide about, because the text has changed since it was written. */
  draft: Draft | null
  /** Another tab goes on with this page. */
  isElsewhere: boolean
  /** This tab took over from another one. */
  hasTakenOver: boolean
  /** Others have deleted the page. */
  isGone: boolean
}

export interface SessionParts {
  place: EditedPlace
  stored: Stored
  /** Shows another text in the editor. */
  onReplace: (text: string) => void
  onView: (view: SessionView) => void
  /** The first save has made a change request. */
  onChangeRequest: (change: { id: string; number: number }) => void
}

const textQuery = graphql`
  query sessionTextQuery($space: ID!, $change: ID!, $page: ID!, $isMain: Boolean!) {
    space(id: $space) @include(if: $isMain) {
      revision(computed: false) {
        id
        page(id: $page) {
          ...sessionText_page @relay(mask: false)
        }
      }
    }
    changeRequest(id: $change) @skip(if: $isMain) {
      revision {
        id
        page(id: $page) {
          ...sessionText_page @relay(mask: false)
        }
      }
    }
  }
`

export const pageFragment = graphql`
  fragment sessionText_page on Page {
    ... on DocumentPage {
      markdown
    }
  }
`

/** Everything that keeps the text of one page safe, from opening it for editing to leaving it. */
export class Session {
  readonly #parts: SessionParts
  readonly #writer: DraftWriter
  #place: EditedPlace
  #saver: Saver
  #claim: Claim | null = null
  #view: SessionView
  #isStale = false
  #isLeft = false
  #onRest: (() => void)[] = []
  #placed: Promise<SavePlace> | null = null

  private constructor(parts: SessionParts, draft: Draft | null, hadOther: boolean) {
    this.#parts = parts
    this.#place = parts.place
    this.#writer = new DraftWriter(draftKeyOf(parts.place))
    const offered = draft && isOutdated(draft, parts.stored) ? draft : null
    const applied = draft && !offered && draft.text !== parts.stored.text ? draft : null
    if (draft && !offered && !applied) this.#writer.clear()
    this.#saver = this.#saverFrom(applied)
    this.#view = {
      save: { kind: 'clean' },
      draft: offered,
      isElsewhere: false,
      hasTakenOver: hadOther,
      isGone: false,
    }
  }

  /** Opens a page: other tabs of this browser stop, and what was not saved is there again. */
  static async open(parts: SessionParts): Promise<Session> {
    const key = draftKeyOf(parts.place)
    let session: Session | null = null
    const held = await claim(key, async () => session?.yield())
    session = new Session(parts, await readDraft(key), held.hadOther)
    session.#claim = held
    return session
  }

  /** The text to show at first. */
  get text(): string {
    return this.#saver.text
  }

  /** The revision that the text is based on. */
  get revision(): string {
    return this.#saver.base.revision
  }

  /** Where the page is saved: where the space requires it, in a change request, which the first call makes. */
  savePlace(key: string = crypto.randomUUID()): Promise<SavePlace> {
    this.#placed ??= this.#makePlace(key).catch((error: unknown) => {
      this.#placed = null
      throw error
    })
    return this.#placed
  }

  get view(): SessionView {
    return this.#view
  }

  start(): void {
    this.#saver.start()
  }

  edit(text: string): void {
    if (!this.#view.isElsewhere) this.#saver.edit(text)
  }

  save(): void {
    this.#saver.save()
  }

  get isSettled(): boolean {
    return this.#saver.isSettled
  }

  /** Whether anything was saved since the page was opened. */
  get hasSaved(): boolean {
    return this.#saver.base.revision !== this.#parts.stored.revision
  }

  /** Saves, and waits until the server has answered or cannot be reached. */
  async saveNow(): Promise<void> {
    this.#saver.save()
    if (this.isSettled || RESTING.has(this.#view.save.kind)) return
    await new Promise<void>((resolve) => this.#onRest.push(resolve))
  }

  /** Whether closing the tab now would lose something. */
  get isAtRisk(): boolean {
    return !this.#saver.isSettled && !this.#writer.isWorking
  }

  resolve(text: string): void {
    this.#saver.resolve(text)
  }

  /** Goes on with the draft of an earlier visit. The server merges it with what has changed since. */
  keepDraft(): void {
    const { draft } = this.#view
    if (!draft) return
    this.#saver.close()
    this.#saver = this.#saverFrom(draft)
    this.#show({ draft: null })
    this.#parts.onReplace(draft.text)
    this.#saver.start()
  }

  discardDraft(): void {
    this.#show({ draft: null })
    if (this.#saver.isSettled) this.#writer.clear()
  }

  /** The content has changed on the server. Own saves come back as such, too. */
  async noteChange(revisionId?: string | null): Promise<void> {
    if (revisionId === this.#saver.base.revision || this.#view.isElsewhere) return
    this.#isStale = true
    await this.#refresh()
  }

  /** Another tab goes on with this page. */
  async yield(): Promise<void> {
    this.#saver.close()
    await this.#writer.flush()
    this.#show({ isElsewhere: true })
  }

  /** The editor is closed. What is not saved is sent; until it is answered, the draft stays. */
  leave(): void {
    this.#isLeft = true
    this.#saver.save()
    if (this.#saver.isSettled) this.#claim?.release()
  }

  async #refresh(): Promise<void> {
    if (!this.#isStale || !this.#saver.isSettled || this.#isLeft) return
    this.#isStale = false
    const { space, changeRequestId, pageId } = this.#place
    const isMain = changeRequestId === null
    const found = await readOnce<sessionTextQuery>(textQuery, {
      space,
      change: changeRequestId ?? '',
      page: pageId,
      isMain,
    }).catch(() => null)
    // What could not be read is read after the next event, or merged by the next save.
    const revision = isMain ? found?.space?.revision : found?.changeRequest?.revision
    if (!revision) return
    const text = revision.page?.markdown
    if (text === undefined) this.#show({ isGone: true })
    else if (!this.#saver.take({ revision: revision.id, text })) {
      // Something was typed meanwhile.
      this.#isStale = revision.id !== this.#saver.base.revision
    }
  }

  #saverFrom(draft: Draft | null): Saver {
    const { stored, onReplace } = this.#parts
    return new Saver({
      progress: draft ?? { base: stored, pending: null, text: stored.text },
      send: async (pending, base) => {
        try {
          return await sendSave(await this.savePlace(pending.key), pending, base)
        } catch (error) {
          return answerTo(error, base, this.#place.pageId)
        }
      },
      onProgress: (progress) => this.#writer.keep(progress),
      onSettled: () => {
        this.#writer.clear()
        if (this.#isLeft) this.#claim?.release()
        void this.#refresh()
      },
      onState: (save) => this.#show({ save }),
      onReplace,
      newKey: () => crypto.randomUUID(),
      later: (run, ms) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    })
  }

  async #makePlace(key: string): Promise<SavePlace> {
    const { newChangeSubject, space } = this.#place
    if (newChangeSubject !== undefined) {
      const change = await createChange(space, newChangeSubject, `${key}-change`)
      this.#place = { ...this.#place, changeRequestId: change.id, newChangeSubject: undefined }
      await this.#writer.moveTo(draftKeyOf(this.#place))
      this.#parts.onChangeRequest(change)
    }
    return this.#place
  }

  #show(changed: Partial<SessionView>): void {
    this.#view = { ...this.#view, ...changed }
    this.#parts.onView(this.#view)
    if (!RESTING.has(this.#view.save.kind)) return
    for (const resolve of this.#onRest.splice(0)) resolve()
  }
}

/** States that do not change by themselves, or only after a pause. */
const RESTING: ReadonlySet<SaveState['kind']> = new Set(['clean', 'saved', 'retrying', 'conflict', 'refused'])

const draftKeyOf = ({ user, space, changeRequestId, pageId }: EditedPlace): DraftKey => [
  user,
  changeRequestId ?? space,
  pageId,
]

/** Whether the text on the server is neither what a draft began with, nor what the draft has sent. */
const isOutdated = ({ base, pending, text }: Draft, stored: Stored): boolean =>
  ![base.text, pending?.text, text].includes(stored.text)
