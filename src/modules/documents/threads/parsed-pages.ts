import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { Turns } from '../../../platform/turns/turns.ts'
import { type ParsedPage, parsePage } from '../extraction/parsed-page.ts'
import { splitSource } from '../source/split-source.ts'
import { areShort } from './reading-cost.ts'
import { runTextTask, TEXT_THREADS } from './text-pool.ts'

interface Body {
  key: string
  text: string
}

/** Front matter is not part of the key, so a page whose settings change is not parsed again. */
function bodyOf(source: string): Body {
  const { body: text } = splitSource(source)
  return { key: hash('sha256', text, 'base64'), text }
}

/** Short texts up to this number are not worth a thread. */
const FEW_TEXTS = 20
/** Short texts that a thread parses at once, in well below its time limit. */
const BATCH_TEXTS = 20

/** The size of a cache entry without its text. */
const ENTRY_SIZE = 1_000

/** Recently parsed pages by their text. Parsing is slow, and several readers need the same page. */
export class ParsedPageCache {
  readonly #pages: LRUCache<string, ParsedPage> | undefined

  /** 0 disables the cache. */
  constructor(maxCharacters = 8_000_000) {
    if (maxCharacters > 0) this.#pages = new LRUCache({ maxSize: maxCharacters })
  }

  /** Parses a text on this thread. */
  of(body: Body): ParsedPage {
    return this.#pages?.get(body.key) ?? this.keep(body, parsePage(body.text))
  }

  get({ key }: Body): ParsedPage | undefined {
    return this.#pages?.get(key)
  }

  keep({ key, text }: Body, page: ParsedPage): ParsedPage {
    this.#pages?.set(key, page, { size: text.length + ENTRY_SIZE })
    return page
  }
}

const cacheOfThisProcess = new ParsedPageCache()

/** Reads sources by the hashes that they are stored by. */
type ReadSources = (hashes: readonly string[]) => Promise<ReadonlyMap<string, string>>

/**
 * The parsed sources of pages. A write operation parses its sources before its transaction begins, because parsing
 * would extend the time that it holds locks, and keeps them until it is done.
 */
export class ParsedPages {
  readonly #cache: ParsedPageCache
  readonly #kept = new Map<string, ParsedPage>()
  /** The same pages by the hashes of their sources, so that the sources are read once. */
  readonly #stored = new Map<string, ParsedPage>()
  readonly #organizationId: string | undefined
  #reading: Promise<void> = Promise.resolve()

  constructor(cache = cacheOfThisProcess, organizationId?: string) {
    this.#cache = cache
    this.#organizationId = organizationId
  }

  /** Parsed as work of this organization: see `runTextTask`. */
  static for(organizationId: string | undefined, cache?: ParsedPageCache): ParsedPages {
    return new ParsedPages(cache, organizationId)
  }

  /**
   * Parses texts before `of` is called for them. Long ones are parsed in worker threads, and so are most of many short
   * ones; other requests run in between.
   */
  async readAhead(sources: Iterable<string>): Promise<void> {
    const short: Body[] = []
    const long: Body[] = []
    const seen = new Set<string>()
    const turns = new Turns()
    for (const source of sources) {
      if (turns.isOver()) await turns.next()
      const body = bodyOf(source)
      if (this.#kept.has(body.key) || seen.has(body.key)) continue
      seen.add(body.key)
      const known = this.#cache.get(body)
      if (known) this.#kept.set(body.key, known)
      else if (areShort(body.text)) short.push(body)
      else long.push(body)
    }
    const inThreads = async () => {
      for (;;) {
        const body = long.shift()
        const batch = body ? [body] : short.length > FEW_TEXTS ? short.splice(-BATCH_TEXTS) : []
        if (batch.length === 0) return
        const parsed = await runTextTask(
          'parsePages',
          batch.map(({ text }) => text),
          this.#organizationId,
        )
        for (const [at, each] of batch.entries()) this.#keep(each, parsed[at] as ParsedPage)
      }
    }
    const onThisThread = async () => {
      for (let body = short.shift(); body; body = short.shift()) {
        this.#keep(body, parsePage(body.text))
        await nextTurn()
      }
    }
    await Promise.all([onThisThread(), ...Array.from({ length: TEXT_THREADS }, inThreads)])
  }

  /**
   * Parses stored sources before `ofStored` is called for them. Those that were parsed before are not read again, also
   * if several readers need them at the same time.
   */
  async readStored(hashes: Iterable<string>, read: ReadSources): Promise<void> {
    const before = this.#reading
    const reading = before.catch(() => {}).then(() => this.#readMissing(new Set(hashes), read))
    this.#reading = reading
    await reading
  }

  async #readMissing(hashes: ReadonlySet<string>, read: ReadSources): Promise<void> {
    const missing = [...hashes].filter((hash) => !this.#stored.has(hash))
    if (missing.length === 0) return
    const sources = await read(missing)
    await this.readAhead(sources.values())
    const turns = new Turns()
    for (const [hash, source] of sources) {
      if (turns.isOver()) await turns.next()
      this.#stored.set(hash, this.of(source))
    }
  }

  /** Remembers sources that were parsed before, by their hashes. */
  learn(pages: ReadonlyMap<string, ParsedPage>): void {
    for (const [hash, page] of pages) this.#stored.set(hash, page)
  }

  /** The parsed source with this hash, which was read before; that of an empty text if there is none. */
  ofStored(hash: string | undefined): ParsedPage {
    return (hash === undefined ? undefined : this.#stored.get(hash)) ?? this.of('')
  }

  #keep(body: Body, page: ParsedPage): void {
    this.#kept.set(body.key, this.#cache.keep(body, page))
  }

  of(source: string): ParsedPage {
    const body = bodyOf(source)
    return this.#kept.get(body.key) ?? this.#cache.of(body)
  }
}
