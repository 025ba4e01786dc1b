import { escaped } from '../../../core/html.ts'
import { embedFrameOf } from '../../documents/index.ts'
import type { Block } from '../declaration.model.ts'
import type { SpaceBlocks } from '../installations/space-blocks.ts'

interface EmbedBase {
  title: string
  /** The name of the service, or the host of the address. */
  site: string
}

/** What a text shows of an address of another site. */
export type Embed =
  | (EmbedBase & { type: 'link' })
  | (EmbedBase & { type: 'rich'; html: string })
  | (EmbedBase & { type: 'integration'; integration: string; block: Block })

/**
 * What a text shows of an address: the block of an integration that declares it, the frame of a known service, or a link.
 * Nothing is fetched, so the title is that of the address.
 */
export function embedOf(address: string, integrations: readonly SpaceBlocks[] = []): Embed {
  const url = new URL(address)
  const host = url.hostname.replace(/^www\./, '')
  const base = { title: titleOf(url, host), site: host }
  for (const { name, blocks } of integrations) {
    const block = blocks.find(({ urlUnfurl = [] }) => urlUnfurl.some((each) => matches(each, url.href)))
    if (block) return { ...base, type: 'integration', integration: name, block }
  }
  const frame = embedFrameOf(url.href)
  return frame
    ? { ...base, site: frame.provider, type: 'rich', html: frameHtml(frame) }
    : { ...base, type: 'link' }
}

function titleOf({ pathname }: URL, host: string): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(last) || host
  } catch {
    return last
  }
}

/** Whether an address has the parts of a pattern in their order, with anything where the pattern has a `*`. */
export function matches(pattern: string, address: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return address === first || address === `${first}/`
  if (!address.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = address.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return address.length - last.length >= at && address.endsWith(last)
}

/** The frame of a service. It does not play before the reader starts it. */
function frameHtml({ src, provider }: { src: string; provider: string }): string {
  const url = new URL(src)
  url.searchParams.delete('autoplay')
  return `<iframe src="${escaped(url.href)}" title="${escaped(provider)}" width="100%" height="400" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>`
}
