import type { BatchDefinition } from '../../core/lists/definitions.ts'
import { readOf } from '../../core/lists/loaders.ts'
import { MeteredCache } from '../../platform/observing/metered-cache.ts'
import { Turns } from '../../platform/turns/turns.ts'
import { parseText, renderText } from '../publishing/index.ts'
import { hashOf } from '../revisions/index.ts'

const CACHE_BYTES = 16 * 1024 * 1024
/** The size of a text in the cache, besides its HTML. */
const ENTRY_BYTES = 200

/** Recently rendered texts, by the hash of the Markdown. */
const recent = new MeteredCache<string, string>('texts', {
  maxSize: CACHE_BYTES,
  sizeCalculation: (html) => ENTRY_BYTES + 2 * html.length,
})

const renderedTexts: BatchDefinition<string, string> = {
  name: 'renderedTexts',
  batch: async ({ viewer }, texts) => {
    const turns = new Turns()
    const shown: string[] = []
    // One after the other, so that one request does not fill the queue of the worker threads.
    for (const text of texts) {
      await turns.pause()
      const key = hashOf(text)
      const html = recent.get(key) ?? (await render(text, viewer.userId))
      recent.set(key, html)
      shown.push(html)
    }
    return shown
  },
}

async function render(markdown: string, userId: string): Promise<string> {
  const parsed = await parseText(markdown, userId)
  const settings = { refs: {}, specs: {}, locale: 'en', externalTarget: 'blank' } as const
  return (await renderText(parsed, settings, userId)).html
}

/** The HTML of a text that belongs to no page, such as a comment. Its size counts each time that it is used. */
export const htmlOfText = readOf('space:read', async (reads, markdown: string) =>
  reads.meter.text((await reads.load(renderedTexts, markdown)) ?? ''),
)
