import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { PdfOrder } from '../../src/modules/pdf/production/pdf.tasks.ts'
import { type PdfLimits, type PdfMaterial, PdfThread } from '../../src/modules/pdf/production/pdf-thread.ts'
import { noise } from './picture.ts'

const page = { id: 'pag_1', title: 'Page', depth: 0, path: 'page', isFolder: false }
const order = { book: { title: 'Book', pages: [page] }, pageIdPrefix: 'pag', createdAt: new Date(0) }
const saying = (markdown: string) => ({ markdown: async () => markdown, image: async () => null })
const still = () => new AbortController().signal

let thread: PdfThread
afterEach(() => thread.close())
const threadWith = (limits: Partial<PdfLimits> = {}) => {
  thread = new PdfThread(limits)
  return thread
}

/** The bytes of a PDF. */
async function make(of: PdfOrder, material: PdfMaterial, signal = still()): Promise<Buffer> {
  const parts: Uint8Array[] = []
  await thread.make(of, material, async (bytes) => void parts.push(bytes), signal)
  return Buffer.concat(parts)
}

describe('the thread that renders PDFs', () => {
  it('renders one after the other, with the same output for the same input', async () => {
    threadWith()
    const first = await make(order, saying('Words.'))
    expect(first.subarray(0, 5).toString()).toBe('%PDF-')
    expect(first.equals(await make(order, saying('Words.')))).toBe(true)
    expect(thread.isRunning).toBe(true)
  })

  it('ends when it is idle', async () => {
    threadWith({ idleMs: 0 })
    await make(order, saying('Words.'))
    await expect.poll(() => thread.isRunning).toBe(false)
  })

  it('ends when it takes too long or gets too large, and the next request starts a new one', async () => {
    const tooMuch = { reason: 'payload_too_large' }
    threadWith({ ms: 1, msPerPage: 0 })
    await expect(make(order, saying('Words.'))).rejects.toMatchObject(tooMuch)
    expect(thread.isRunning).toBe(false)
    threadWith({ bytes: 100 })
    await expect(make(order, saying('Words.'))).rejects.toMatchObject(tooMuch)
    expect(thread.isRunning).toBe(false)
  })

  it('ends when it is no longer requested, and when its texts cannot be read', async () => {
    const leaver = new AbortController()
    threadWith()
    const asked = new EventTarget()
    const begun = once(asked, 'asked')
    const never = () => {
      asked.dispatchEvent(new Event('asked'))
      return new Promise<null>(() => {})
    }
    const left = make(order, { markdown: never, image: never }, leaver.signal)
    const refused = expect(left).rejects.toThrow('gone')
    await begun
    leaver.abort(new Error('gone'))
    await refused
    expect(thread.isRunning).toBe(false)
    const broken = { markdown: () => Promise.reject(new Error('no database')), image: async () => null }
    await expect(make(order, broken)).rejects.toThrow('no database')
  })

  it('ends when the book exceeds the memory limit', { timeout: 60_000 }, async () => {
    threadWith({ megabytes: 40 })
    const deep = saying('- word\n'.repeat(100_000))
    await expect(make(order, deep)).rejects.toMatchObject({ reason: 'payload_too_large' })
    expect(thread.isRunning).toBe(false)
  })

  it('alternates between books after each page, so that a short one ends before a long one', {
    timeout: 60_000,
  }, async () => {
    threadWith({ threads: 2, working: 1 })
    const bookOf = (count: number): PdfOrder => ({
      ...order,
      book: {
        title: 'Book',
        pages: Array.from({ length: count }, (_, at) => ({ ...page, id: `pag_${at}` })),
      },
    })
    const texts: string[] = []
    const noting = (name: string, started?: () => void) => ({
      markdown: async (at: number) => {
        texts.push(name)
        if (at === 1) started?.()
        return 'Words.'
      },
      image: async () => null,
    })
    let short: Promise<Buffer> | undefined
    const long = make(
      bookOf(200),
      noting('long', () => {
        short = make(bookOf(3), noting('short'))
      }),
    )
    await Promise.all([long, long.then(() => short)])
    expect(texts.slice(0, texts.lastIndexOf('short'))).toContain('long')
    expect(texts.slice(texts.lastIndexOf('short')).length).toBeGreaterThan(1)
    expect(texts.at(-1)).toBe('long')
  })

  it('waits until each part is stored', async () => {
    threadWith()
    let parts = 0
    let storing = 0
    let most = 0
    const sink = async () => {
      parts += 1
      storing += 1
      most = Math.max(most, storing)
      await new Promise((done) => setImmediate(done))
      storing -= 1
    }
    const material = { markdown: async () => '![](noise.png)', image: async () => noise(400) }
    await thread.make(order, material, sink, still())
    expect(parts).toBeGreaterThan(1)
    expect(most).toBe(1)
  })
})
