import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { type PdfLimits, PdfThread } from '../../src/modules/pdf/production/pdf-thread.ts'

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

describe('the thread that renders PDFs', () => {
  it('renders one after the other, with the same output for the same input', async () => {
    threadWith()
    const make = () => thread.make(order, saying('Words.'), still())
    const first = await make()
    expect(first.subarray(0, 5).toString()).toBe('%PDF-')
    expect(first.equals(await make())).toBe(true)
    expect(thread.isRunning).toBe(true)
  })

  it('ends when it is idle', async () => {
    threadWith({ idleMs: 0 })
    await thread.make(order, saying('Words.'), still())
    await expect.poll(() => thread.isRunning).toBe(false)
  })

  it('ends when it takes too long or gets too large, and the next request starts a new one', async () => {
    const tooMuch = { reason: 'payload_too_large' }
    threadWith({ ms: 1 })
    await expect(thread.make(order, saying('Words.'), still())).rejects.toMatchObject(tooMuch)
    expect(thread.isRunning).toBe(false)
    threadWith({ bytes: 100 })
    await expect(thread.make(order, saying('Words.'), still())).rejects.toMatchObject(tooMuch)
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
    const left = thread.make(order, { markdown: never, image: never }, leaver.signal)
    const refused = expect(left).rejects.toThrow('gone')
    await begun
    leaver.abort(new Error('gone'))
    await refused
    expect(thread.isRunning).toBe(false)
    const broken = { markdown: () => Promise.reject(new Error('no database')), image: async () => null }
    await expect(thread.make(order, broken, still())).rejects.toThrow('no database')
  })

  it('ends when the book exceeds the memory limit', { timeout: 60_000 }, async () => {
    threadWith({ megabytes: 40 })
    const deep = saying('- word\n'.repeat(100_000))
    await expect(thread.make(order, deep, still())).rejects.toMatchObject({ reason: 'payload_too_large' })
    expect(thread.isRunning).toBe(false)
  })
})
