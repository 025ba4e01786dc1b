import type { Pending, Progress, Stored } from '../saves/saver.ts'
import { type DraftKey, read, write } from './database.ts'

/** A text that was not on the server when it was last written down. */
export interface Draft extends Progress {
  /** When, as ISO 8601. */
  at: string
}

interface BaseRecord {
  base: Stored
  pending: Pending | null
}

interface TextRecord {
  text: string
  at: string
}

/** What an earlier visit left, or null. Storage can be disabled: then there is nothing. */
export async function readDraft(key: DraftKey): Promise<Draft | null> {
  try {
    const { bases, texts } = await read(key)
    if (!bases || !texts) return null
    return { ...(bases as BaseRecord), ...(texts as TextRecord) }
  } catch {
    return null
  }
}

/** Writes each change of a text down at once: what comes while one is being written follows it, the latest only. */
export class DraftWriter {
  #key: DraftKey
  #wanted: Progress | null = null
  #written: Progress | null = null
  #running: Promise<void> | null = null
  #isWorking = true

  constructor(key: DraftKey) {
    this.#key = key
  }

  /** False where the browser has no storage, or it is full. */
  get isWorking(): boolean {
    return this.#isWorking
  }

  keep(progress: Progress): void {
    this.#wanted = progress
    this.#run()
  }

  /** The server has everything. */
  clear(): void {
    this.#wanted = null
    this.#run()
  }

  /** From now on the text belongs to other content, such as a change request that was just made for it. */
  async moveTo(key: DraftKey): Promise<void> {
    await this.flush()
    const before = this.#key
    this.#key = key
    if (this.#wanted) {
      this.#written = null
      this.#run()
      await this.flush()
    }
    await write(before, { bases: null, texts: null }).catch(() => {})
  }

  /** Everything is written. */
  async flush(): Promise<void> {
    while (this.#running) await this.#running
  }

  #run(): void {
    this.#running ??= this.#writeAll().finally(() => {
      this.#running = null
    })
  }

  async #writeAll(): Promise<void> {
    while (this.#wanted !== this.#written) {
      const wanted = this.#wanted
      try {
        await write(this.#key, this.#valuesOf(wanted))
        this.#isWorking = true
      } catch {
        this.#isWorking = false
      }
      this.#written = wanted
    }
  }

  #valuesOf(wanted: Progress | null): Parameters<typeof write>[1] {
    if (!wanted) return { bases: null, texts: null }
    const { base, pending, text } = wanted
    const record: TextRecord = { text, at: new Date().toISOString() }
    const isSameBase = this.#written?.base === base && this.#written.pending === pending
    return isSameBase ? { texts: record } : { bases: { base, pending } satisfies BaseRecord, texts: record }
  }
}
