import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type ParsedPage, parsePage } from '../extraction/parsed-page.ts'
import { splitSource } from '../source/front-matter.ts'
import { areShort } from './reading-cost.ts'
import { runTextTask } from './text-pool.ts'

interface Body {
  key: string
  text: string
}

/** Front matter is not part of the key, so a page whose settings change is not parsed again. */
function bodyOf(source: string): Body {
  const { body: text } = splitSource(source)
  return { key: createHash('sha256').update(text).digest('base64'), text }
}

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
    return this.#pages?.get(body.key) ?? this.#keep(body, parsePage(body.text))
  }

  /** Parses a text, in a worker thread if it is long. */
  async ahead(body: Body): Promise<ParsedPage> {
    if (areShort(body.text)) return this.of(body)
    return this.#pages?.get(body.key) ?? this.#keep(body, await runTextTask('parsePage', body.text))
  }

  #keep({ key, text }: Body, page: ParsedPage): ParsedPage {
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
   * Parses texts before `of` is called for them. Long ones are parsed in a worker thread, and other requests run in
   * between.
   */
  async readAhead(sources: Iterable<string>): Promise<void> {
    for (const source of sources) {
      const body = bodyOf(source)
      if (this.#kept.has(body.key)) continue
      this.#kept.set(body.key, await this.#cache.ahead(body))
      await new Promise(setImmediate)
    }
  }

  of(source: string): ParsedPage {
    const body = bodyOf(source)
    return this.#kept.get(body.key) ?? this.#cache.of(body)
  }
}
