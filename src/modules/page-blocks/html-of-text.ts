import type { BatchDefinition } from '../../core/lists/definitions.ts'
import { readOf } from '../../core/lists/loaders.ts'
import { MeteredCache } from '../../platform/observing/metered-cache.ts'
import { Turns } from '../../platform/turns/turns.ts'
import { hashOf } from '../revisions/index.ts'
import { parseText, renderText } from '../site-rendering/index.ts'
import { type Locale, localeOf } from '../site-texts/index.ts'
import { languageOf } from '../spaces/index.ts'

const CACHE_BYTES = 16 * 1024 * 1024
/** The size of a text in the cache, besides its HTML. */
const ENTRY_BYTES = 200

/** A text, and the space that it was written in, whose language the labels have. */
interface WrittenText {
  markdown: string
  spaceId: string
}

/** Recently rendered texts, by language and the hash of the Markdown. */
const recent = new MeteredCache<string, string>('texts', {
  maxSize: CACHE_BYTES,
  sizeCalculation: (html) => ENTRY_BYTES + 2 * html.length,
})

const renderedTexts: BatchDefinition<WrittenText, string> = {
  name: 'renderedTexts',
  cacheKey: ({ markdown, spaceId }) => `${spaceId} ${markdown}`,
  batch: async (reads, texts) => {
    const languages = await Promise.all(texts.map(({ spaceId }) => languageOf(reads, spaceId)))
    const turns = new Turns()
    const shown: string[] = []
    // One after the other, so that one request does not fill the queue of the worker threads.
    for (const [at, { markdown }] of texts.entries()) {
      await turns.pause()
      const locale = localeOf(languages[at] ?? null)
      const key = `${locale} ${hashOf(markdown)}`
      const html = recent.get(key) ?? (await render(markdown, locale, reads.viewer.userId))
      recent.set(key, html)
      shown.push(html)
    }
    return shown
  },
}

async function render(markdown: string, locale: Locale, userId: string): Promise<string> {
  const parsed = await parseText(markdown, userId)
  const settings = { refs: {}, specs: {}, locale, externalTarget: 'blank' } as const
  return (await renderText(parsed, settings, userId)).html
}

/** The HTML of a text that belongs to no page, such as a comment. Its size counts each time that it is used. */
export const htmlOfText = readOf('space:read', async (reads, text: WrittenText) =>
  reads.meter.text((await reads.load(renderedTexts, text)) ?? ''),
)
