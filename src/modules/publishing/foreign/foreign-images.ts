import { createHmac } from 'node:crypto'
import { fileResponseHeaders } from '../../../core/files/headers.ts'
import { inspectFile } from '../../../core/files/inspect-file.ts'
import type { WebAnswer, WebOptions } from '../../../core/operations/web.ts'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { FairSlots, SlotsFull } from '../../../platform/turns/fair-slots.ts'
import { type ImageProxy, urlOfProxied } from '../../site-rendering/index.ts'
import { type KeptImage, KeptImages } from './kept-images.ts'

const MAX_IMAGE_BYTES = 4 * 1024 * 1024
const FETCH_MS = 10_000
const REDIRECTS = 3
/** How long an image is served before it is fetched again, here and in browsers. */
const FRESH_SECONDS = 60 * 60
/** How long a host is left alone that did not send an image. */
const FAILED_SECONDS = 60
/** What a fetch costs besides the request itself. */
const FETCH_POINTS = 5
/** Fetches at a time, of one site and of all. What waits beyond is answered with 503. */
const SLOTS = { each: 4, all: 12, maxWaiting: 50 }

/** Types that a browser shows as an image and that the server tells apart by their bytes. */
const TYPES = new Set([
  ...['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'],
  ...['image/bmp', 'image/x-icon', 'image/svg+xml'],
])

interface Wanted {
  siteId: string
  /** The signature and the encoded address. */
  segments: readonly string[]
  keeping: WebAnswer['keeping']
  charge: (points: number) => void
}

const plain = (status: number, content: string, headers: Record<string, string> = {}): WebAnswer => ({
  status,
  body: { type: 'text/plain; charset=utf-8', content },
  headers,
  keeping: 'no one',
})

/**
 * Images of other hosts that pages show: this server fetches them, so that readers load nothing from there. Only addresses
 * that a page of the site has are fetched, because only those are signed.
 */
export class ForeignImages {
  readonly #options: Pick<WebOptions, 'outbound' | 'tools' | 'now'>
  readonly #kept: KeptImages
  readonly #slots = new FairSlots(SLOTS)
  readonly #fetching = new Map<string, Promise<KeptImage>>()
  #keys: Promise<[Buffer, ...Buffer[]]> | undefined

  constructor(options: Pick<WebOptions, 'outbound' | 'tools' | 'now' | 'imageCacheBytes'>) {
    this.#options = options
    this.#kept = new KeptImages(options.imageCacheBytes)
  }

  /** What pages of a site sign addresses with. */
  async proxyAt(siteId: string, base: string): Promise<ImageProxy> {
    const [key = ''] = await this.#keysOf(siteId)
    return { base, key }
  }

  /** The image at a signed address. Null if no page of the site has signed it. */
  async answer({ siteId, segments, keeping, charge }: Wanted): Promise<WebAnswer | null> {
    const [signature = '', name = '', ...more] = segments
    const url = more.length > 0 ? null : urlOfProxied(await this.#keysOf(siteId), signature, name)
    if (url === null) return null
    try {
      const { image } = await this.#find(siteId, url, charge)
      if (!image) return plain(404, 'There is no image at this address that can be shown.')
      const kind = keeping === 'everyone' ? 'public' : 'private'
      return {
        status: 200,
        body: { type: image.contentType, content: image.bytes },
        headers: {
          ...fileResponseHeaders(image),
          'cache-control': keeping === 'no one' ? 'no-store' : `${kind}, max-age=${FRESH_SECONDS}`,
          vary: 'Accept-Encoding',
        },
        keeping,
      }
    } catch (error) {
      if (!(error instanceof SlotsFull)) throw error
      const message = 'Too many images are fetched at the moment. Try again in 5 seconds.'
      return plain(503, message, { 'retry-after': '5' })
    }
  }

  async #find(siteId: string, url: string, charge: Wanted['charge']): Promise<KeptImage> {
    const now = this.#options.now().getTime()
    const known = this.#kept.get(siteId, url)
    if (known && known.freshUntil > now) return known
    const key = `${siteId} ${url}`
    const running = this.#fetching.get(key)
    if (running) return running
    charge(FETCH_POINTS)
    const fetching = this.#fetch(siteId, url, known).finally(() => this.#fetching.delete(key))
    this.#fetching.set(key, fetching)
    return fetching
  }

  async #fetch(siteId: string, url: string, before: KeptImage | undefined): Promise<KeptImage> {
    const release = await this.#slots.take(siteId)
    try {
      const image = await this.#load(url)
      const seconds = image ? FRESH_SECONDS : FAILED_SECONDS
      const freshUntil = this.#options.now().getTime() + seconds * 1000
      // An image that cannot be fetched again stays as it was.
      const kept = { image: image ?? before?.image ?? null, freshUntil }
      this.#kept.set(siteId, url, kept)
      return kept
    } finally {
      release()
    }
  }

  async #load(url: string): Promise<KeptImage['image']> {
    try {
      const { status, body } = await this.#options.outbound.fetch(url, {
        maxBytes: MAX_IMAGE_BYTES,
        timeoutMs: FETCH_MS,
        redirects: REDIRECTS,
        headers: { accept: 'image/*' },
      })
      if (status !== 200) return null
      const { contentType, name } = await inspectFile(body, { name: nameIn(url) })
      return TYPES.has(contentType) ? { bytes: body, contentType, name } : null
    } catch (error) {
      if (error instanceof OutboundRefused || error instanceof OutboundFailed) return null
      throw error
    }
  }

  /** The keys of a site: the first one signs, and others have signed before the secret of the server was replaced. */
  async #keysOf(siteId: string): Promise<string[]> {
    this.#keys ??= this.#options.tools.secrets.keysFor('addresses of images elsewhere').catch((error) => {
      this.#keys = undefined
      throw error
    })
    return (await this.#keys).map((key) => createHmac('sha256', key).update(siteId).digest('base64url'))
  }
}

/** The name in an address: its last part. */
const nameIn = (url: string): string => new URL(url).pathname.split('/').at(-1) || 'image'
