import { attributes, type Html, type HtmlValue, html, nothing } from '../../../core/html.ts'
import type { CardBlock, Fragment, IntegrationBlock, Ref } from '../../documents/index.ts'
import { contentOfIntegration, embedFrameOf, plainText, refFrom } from '../../documents/index.ts'
import { hostOf } from '../addresses.ts'
import type { Context } from '../document/context.ts'
import { isRef, textOf } from '../document/walk.ts'
import { icon, markOf } from '../layout/icons.ts'
import type { ResolvedRef } from '../views.ts'
import { codeText, renderDiagram } from './code.ts'

/** Blocks that refer to another resource: content, files and embeds. */
export function renderLinkCard(block: CardBlock, context: Context): Html {
  const ref = isRef(block.data.ref) ? block.data.ref : undefined
  const caption = wordsOf(block.fragments) || textOf(block.data.caption)
  switch (block.type) {
    case 'content-ref':
      return contentRef(ref, caption, context)
    case 'file':
      return file(ref, caption, context)
    case 'embed':
      return embed(textOf(block.data.url), context.fragment(block.fragments, 'caption'), context)
    case 'reusable-content':
      // What is included is part of the text before it is rendered; this has no source.
      return nothing
    default:
      return operation(block, context)
  }
}

/** An operation of an API that is described in the text itself. */
function operation({ data, fragments }: CardBlock, context: Context): Html {
  const [method, path] = [textOf(data.method).toUpperCase(), textOf(data.path) || textOf(data.name)]
  const name = `${textOf(data.baseUrl)}${path}`
  const badge =
    method && html`<span class="method ${method.toLowerCase().replace(/[^a-z]/g, '')}">${method}</span> `
  const line = (badge || name) && html`<p class="op-line">${badge}<code>${name}</code></p>`
  const summary = textOf(data.summary)
  const words =
    summary && summary !== context.outline.at(-1)?.title && html`<p><strong>${summary}</strong></p>`
  const inside = context.fragment(fragments, 'caption')
  if (!line && !words && inside.isEmpty) return nothing
  return html`<section class="operation" aria-label="${method} ${name}">${line}<div class="op-main">${words}${inside}</div></section>`
}

interface Row {
  mark: Html
  title: string
  detail?: string | undefined
}

const row = ({ mark, title, detail }: Row): HtmlValue => [
  mark,
  html`<span><strong>${title}</strong>${detail ? html`<small>${detail}</small>` : nothing}</span>`,
]

function contentRef(ref: Ref | undefined, caption: string, context: Context): Html {
  const target = context.resolve(ref)
  // The text of the block repeats the address as written, which readers cannot use.
  const written = ref?.kind === 'url' && caption === ref.url ? '' : caption
  if (target === null) return written === '' ? nothing : html`<p>${written}</p>`
  const mark = markOf(target)
  const title = target.title || target.file?.name || written || target.href
  const shown = row({ mark: mark.isEmpty ? icon('file') : mark, title, detail: target.description })
  return context.link(ref, () => [shown, icon('arrow-right')], { class: 'card-link-row' })
}

function file(ref: Ref | undefined, caption: string, context: Context): Html {
  const target = context.resolve(ref)
  const title = caption || target?.file?.name || target?.title || context.texts.get('file')
  if (target === null) return html`<p class="missing">${icon('file')}${title}</p>`
  const size = target.file && context.texts.size(target.file.size)
  const name = caption === '' ? '' : (target.file?.name ?? '')
  const detail = [name, size].filter(Boolean).join(' · ')
  return context.link(ref, () => row({ mark: icon('download'), title, detail }), {
    class: 'card-link-row',
    download: target.file?.name,
  })
}

/** A card that leads to the other site. Nothing is loaded from there until a reader opens the frame of a known service. */
function embed(url: string, caption: Html, context: Context): Html {
  const target = context.resolve(refFrom(url))
  if (target === null) return caption
  const link = embedCard(target, refFrom(url), context)
  return caption.isEmpty
    ? link
    : html`<figure class="embed">${link}<figcaption>${caption}</figcaption></figure>`
}

export function embedCard(target: ResolvedRef, ref: Ref, context: Context): Html {
  const frame = target.file === undefined ? embedFrameOf(target.href) : null
  const name = target.title ?? shortened(target.href)
  const shown = row({
    mark: icon(frame ? 'play' : 'external'),
    title: name,
    detail: context.texts.get('openAt', hostOf(target.href)),
  })
  if (frame) context.frameOrigins.add(frame.origin)
  const opens = frame ? { 'data-frame': frame.src, 'data-frame-title': `${frame.provider}: ${name}` } : {}
  return context.link(ref, () => shown, { class: 'card-link-row', ...opens })
}

const shortened = (href: string): string => {
  const bare = href.replace(/^https?:\/\/(?:www\.)?/, '')
  return bare.length > 80 ? `${bare.slice(0, 79)}…` : bare
}

function wordsOf(fragments: readonly Fragment[]): string {
  return fragments
    .flatMap(({ nodes }) => nodes)
    .flatMap((node) => (node.type === 'paragraph' ? plainText(node.nodes) : []))
    .join(' ')
    .trim()
}

/**
 * A block of an integration: a frame without access to the page. Where it cannot be shown, a card that leads to what it
 * shows, or its text.
 */
export function renderIntegration({ data, fragments }: IntegrationBlock, context: Context): Html {
  const { integration, block, props } = data
  const address = context.frame(`${integration}/${block}`)
  if (address === undefined) {
    const caption = context.fragment(fragments, 'caption')
    const { url, text } = contentOfIntegration(props)
    if (url !== undefined) return embed(url, caption, context)
    if (text !== undefined && integration === 'mermaid')
      return html`${renderDiagram(text, context)}${caption}`
    return text === undefined ? caption : html`${codeText(text, '', `${integration} / ${block}`)}${caption}`
  }
  const src = `${address}#${encodeURIComponent(JSON.stringify(props))}`
  const title = `${integration} / ${block}`
  return html`<iframe${attributes({ class: 'integration', src, title, sandbox: 'allow-scripts', loading: 'lazy', referrerpolicy: 'no-referrer' })}></iframe>`
}
