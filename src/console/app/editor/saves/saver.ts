import { mergedText } from './merge-lines.ts'

/** A text of the server, with the revision that it was read from. */
export interface Stored {
  revision: string
  text: string
}

/** A text that was sent. Until it is answered, it is sent again with the same key, and nothing else is. */
export interface Pending {
  key: string
  text: string
}

/** What a draft keeps, so that the next visit goes on exactly where this one ended. */
export interface Progress {
  base: Stored
  pending: Pending | null
  text: string
}

/** The texts of a save that others have made impossible, and the revision of theirs. */
export interface SaveConflict {
  base: string
  theirs: string
  revision: string
}

export type SaveState =
  | { kind: 'clean' }
  | { kind: 'edited' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'retrying' }
  | { kind: 'conflict'; conflict: SaveConflict }
  /** The server does not take the text, now or later. */
  | { kind: 'refused'; code: string; message: string }

/** How the server answers a save. `text` is the merged one, where it is not the one that was sent. */
export type SaveAnswer =
  | { kind: 'saved'; revision: string; at: string; text: string }
  | { kind: 'conflict'; conflict: SaveConflict }
  | { kind: 'refused'; code: string; message: string }
  /** It may or may not have arrived. */
  | { kind: 'unknown'; retryAfterMs?: number | undefined }

export interface SaverParts {
  progress: Progress
  /** Sends a text that is based on one of the server. */
  send: (pending: Pending, base: Stored) => Promise<SaveAnswer>
  /** Called whenever what a draft keeps has changed. */
  onProgress: (progress: Progress) => void
  /** Called when everything is on the server: no draft is needed. */
  onSettled: () => void
  onState: (state: SaveState) => void
  /** Shows a text that others have changed. */
  onReplace: (text: string) => void
  newKey: () => string
  /** Calls back after some milliseconds. Returns what cancels it. */
  later: (run: () => void, ms: number) => () => void
}

const REST_MS = 2_000
const PAUSES_MS = [2_000, 5_000, 15_000, 30_000] as const

/** Saves the text of a page: after a rest, one save at a time, each on the revision that the one before it made. */
export class Saver {
  readonly #parts: SaverParts
  #base: Stored
  #pending: Pending | null
  #text: string
  #state: SaveState = { kind: 'clean' }
  #attempt = 0
  #isSending = false
  #isClosed = false
  #cancel: (() => void) | null = null

  constructor(parts: SaverParts) {
    this.#parts = parts
    this.#base = parts.progress.base
    this.#pending = parts.progress.pending
    this.#text = parts.progress.text
  }

  /** Goes on with what an earlier visit left. */
  start(): void {
    if (this.#pending || this.#isEdited) {
      this.#set({ kind: 'edited' })
      this.save()
    } else this.#set({ kind: 'clean' })
  }

  get state(): SaveState {
    return this.#state
  }

  get text(): string {
    return this.#text
  }

  get base(): Stored {
    return this.#base
  }

  /** Whether the server has all of the text. */
  get isSettled(): boolean {
    return !this.#isEdited && !this.#pending && this.#state.kind !== 'conflict'
  }

  get #isEdited(): boolean {
    return this.#text !== this.#base.text
  }

  /** Called after each edit, with the whole text. */
  edit(text: string): void {
    if (text === this.#text) return
    this.#text = text
    this.#keep()
    if (this.#state.kind === 'conflict' || this.#isSending) return
    if (this.#pending) return
    if (!this.#isEdited) {
      // Undone: there is nothing to send.
      this.#stopWaiting()
      this.#set({ kind: 'clean' })
      this.#parts.onSettled()
      return
    }
    // Once, and not at each key: who follows the state shows the whole screen again.
    if (this.#state.kind !== 'edited') this.#set({ kind: 'edited' })
    this.#wait(REST_MS)
  }

  /** Saves now: on blur, on leaving, when the browser is online again, or because the person asks for it. */
  save(): void {
    if (this.#isClosed || this.#isSending || this.#state.kind === 'conflict') return
    if (!this.#pending && !this.#isEdited) return
    this.#stopWaiting()
    void this.#send()
  }

  /** Takes a text that others have saved, unless something of this one is not saved: then the next save merges. */
  take(stored: Stored): boolean {
    if (!this.isSettled || this.#isSending || stored.revision === this.#base.revision) return false
    this.#base = stored
    if (stored.text !== this.#text) {
      this.#text = stored.text
      this.#parts.onReplace(stored.text)
    }
    return true
  }

  /** Ends a conflict: the person has combined both versions. */
  resolve(text: string): void {
    if (this.#state.kind !== 'conflict') return
    const { theirs, revision } = this.#state.conflict
    this.#base = { revision, text: theirs }
    this.#pending = null
    this.#text = text
    this.#parts.onReplace(text)
    this.#keep()
    this.#set({ kind: this.#isEdited ? 'edited' : 'clean' })
    if (this.#isEdited) this.save()
    else this.#parts.onSettled()
  }

  /** Nothing is sent from here any more, for example because another tab goes on. What is on its way still arrives. */
  close(): void {
    this.#isClosed = true
    this.#stopWaiting()
  }

  async #send(): Promise<void> {
    // What may have arrived comes first: with newer text, the same lines would be changed by two saves.
    this.#pending ??= { key: this.#parts.newKey(), text: this.#text }
    const pending = this.#pending
    this.#isSending = true
    if (this.#state.kind !== 'retrying') this.#set({ kind: 'saving' })
    this.#keep()
    let answer: SaveAnswer
    try {
      answer = await this.#parts.send(pending, this.#base)
    } finally {
      this.#isSending = false
    }
    // Somebody else goes on from here, or sends it again with the same key.
    if (!this.#isClosed) this.#answered(answer, pending)
  }

  #answered(answer: SaveAnswer, pending: Pending): void {
    if (answer.kind === 'unknown') {
      const pause = PAUSES_MS[Math.min(this.#attempt, PAUSES_MS.length - 1)] as number
      this.#attempt += 1
      this.#set({ kind: 'retrying' })
      this.#wait(answer.retryAfterMs ?? pause)
      return
    }
    this.#attempt = 0
    this.#pending = null
    if (answer.kind === 'saved') this.#saved(answer, pending)
    else {
      this.#keep()
      this.#set(answer)
    }
  }

  #saved({ revision, at, text }: Extract<SaveAnswer, { kind: 'saved' }>, pending: Pending): void {
    const merged = mergedText({ base: pending.text, theirs: text, ours: this.#text })
    if (merged === null) {
      // The base stays: a later visit must find the conflict as well.
      this.#keep()
      this.#set({ kind: 'conflict', conflict: { base: pending.text, theirs: text, revision } })
      return
    }
    this.#base = { revision, text }
    if (merged !== this.#text) {
      this.#text = merged
      this.#parts.onReplace(merged)
    }
    if (this.#isEdited) {
      this.#keep()
      this.#set({ kind: 'edited' })
      this.#wait(REST_MS)
      return
    }
    this.#set({ kind: 'saved', at })
    this.#parts.onSettled()
  }

  #wait(ms: number): void {
    this.#stopWaiting()
    if (this.#isClosed) return
    this.#cancel = this.#parts.later(() => {
      this.#cancel = null
      this.save()
    }, ms)
  }

  #stopWaiting(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #keep(): void {
    this.#parts.onProgress({ base: this.#base, pending: this.#pending, text: this.#text })
  }

  #set(state: SaveState): void {
    this.#state = state
    this.#parts.onState(state)
  }
}
