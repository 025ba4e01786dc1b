import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type ParsedPage, parsePage } from '../extraction/parsed-page.ts'
import { splitSource } from '../source/front-matter.ts'
import { areShort } from './reading-cost.ts'
import { runTextTask, TEXT_THREADS } from './text-pool.ts'

interface Body {
  key: string
  text: string
}

/** Front matter is not part of the key, so a page whose settings change is not parsed again. */
function bodyOf(source: string): Body {
  const { body: text } = splitSource(source)
  return { key: createHash('sha256').update(text).digest('base64'), text }
}

/** Hashing this many texts takes a few milliseconds. */
const TEXTS_PER_TURN = 100
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

/**
 * The parsed sources of pages. A write operation parses its sources before its transaction begins, because parsing
 * would extend the time that it holds locks, and keeps them until it is done.
 */
export class ParsedPages {
  readonly #cache: ParsedPageCache
  readonly #kept = new Map<string, ParsedPage>()

  constructor(cache = cacheOfThisProcess) {
    this.#cache = cache
  }

  /**
   * Parses texts before `of` is called for them. Long ones are parsed in worker threads, and so are most of many short
   * ones; other requests run in between.
   */
  async readAhead(sources: Iterable<string>): Promise<void> {
    const short: Body[] = []
    const long: Body[] = []
    const seen = new Set<string>()
    for (const source of sources) {
      if (seen.size % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await nextTurn()
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

  #keep(body: Body, page: ParsedPage): void {
    this.#kept.set(body.key, this.#cache.keep(body, page))
  }

  of(source: string): ParsedPage {
    const body = bodyOf(source)
    return this.#kept.get(body.key) ?? this.#cache.of(body)
  }
}
