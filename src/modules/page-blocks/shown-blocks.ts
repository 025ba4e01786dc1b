import type { AnswerMeter } from '../../core/answer-meter.ts'
import { REFERENCE } from '../../core/operations/web.ts'
import type { Urls } from '../../http/urls.ts'
import { MeteredCache } from '../../platform/observing/metered-cache.ts'
import { mapInTurns, Turns } from '../../platform/turns/turns.ts'
import { appPath, fileUrl } from '../content/index.ts'
import { siteAssets } from '../publishing/index.ts'
import { hashOf, pathOf } from '../revisions/index.ts'
import { type ResolvedRef, renderTextBlocks, type SourceBlock } from '../site-rendering/index.ts'
import type { RefTarget } from './ref-targets.ts'
import type { ResolvedText } from './resolved-texts.ts'

/** A block of a text, and its HTML. */
export interface ShownBlock extends SourceBlock {
  html: string
}

const MANY_BLOCKS = 1_000
const CACHE_BYTES = 32 * 1024 * 1024
/** The size of a block in the cache, besides its HTML. */
const BLOCK_BYTES = 300

/** Recently rendered texts, by the hash of what they are made of. */
const recent = new MeteredCache<string, ShownBlock[]>('blocks', {
  maxSize: CACHE_BYTES,
  sizeCalculation: (blocks) => blocks.reduce((sum, { html }) => sum + BLOCK_BYTES + 2 * html.length, 1),
})

/** Renders a text with the renderer of published sites. Its size counts each time that it is used. */
export async function shownBlocks(
  text: ResolvedText | null,
  { urls, meter }: { urls: Urls; meter: AnswerMeter },
): Promise<ShownBlock[]> {
  if (!text) return []
  const { parsed, targets, specs, organizationId, locale } = text
  const { hash, blocks, owners } = parsed
  meter.rows(blocks)
  const refs = Object.fromEntries(
    await mapInTurns([...targets], ([key, target]) => [key, resolvedRef(target, urls)] as const),
  )
  const diagramFrame = `${REFERENCE}/${siteAssets().diagramFrame.path}`
  const settings = { refs, specs, locale, diagramFrame, externalTarget: 'self' } as const
  const key = hashOf(JSON.stringify([hash, settings]))
  const known = recent.get(key)
  const shown =
    known ?? joined(blocks, owners, await renderTextBlocks(await parsed.parsed(), settings, organizationId))
  if (!known) recent.set(key, shown)
  for (const { html } of shown) meter.text(html)
  // Receiving them has taken a turn, and encoding them takes another one.
  if (shown.length > MANY_BLOCKS) await new Turns().next()
  return shown
}

/** The HTML of each block as it is written. Footnotes follow the last one, as on a page. */
function joined(
  blocks: readonly SourceBlock[],
  owners: readonly number[],
  rendered: { blocks: readonly string[]; notes: string },
): ShownBlock[] {
  const parts = blocks.map((): string[] => [])
  for (const [at, html] of rendered.blocks.entries()) parts[owners[at] ?? 0]?.push(html)
  parts.at(-1)?.push(rendered.notes)
  return blocks.map((block, at) => ({ ...block, html: parts[at]?.join('') ?? '' }))
}

/** The address of a target for the caller: pages in the app, and files by URLs that expire. */
function resolvedRef(target: RefTarget, urls: Urls): ResolvedRef {
  switch (target.kind) {
    case 'page': {
      const { content, page } = target.page
      const { title, description, icon, emoji } = page
      const anchor = target.anchor === undefined ? '' : `#${encodeURIComponent(target.anchor)}`
      return {
        href: `${urls.app(appPath(content, pathOf(target.page)))}${anchor}`,
        title,
        ...(description === undefined ? {} : { description }),
        ...(icon === undefined ? {} : { icon }),
        ...(emoji === undefined ? {} : { emoji }),
      }
    }
    case 'file': {
      const { content, file } = target.file
      const { name, blob, contentType, size, width, height } = file
      const dimensions = width === undefined || height === undefined ? {} : { width, height }
      return {
        href: fileUrl(urls, content.spaceId, file),
        title: name,
        file: { name, blob, contentType, size, ...dimensions },
      }
    }
    case 'space': {
      const { id, title, emoji } = target.space
      return { href: urls.app(`/s/${id}`), title, ...(emoji ? { emoji } : {}) }
    }
    case 'url':
      return { href: target.url }
    case 'anchor':
      return { href: `#${encodeURIComponent(target.anchor)}` }
  }
}
