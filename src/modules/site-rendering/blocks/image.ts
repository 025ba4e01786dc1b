import { attributes, type Html, html, nothing } from '../../../core/html.ts'
import type { ImageBlock, ImagesBlock } from '../../documents/index.ts'
import { hostOf, safeSource } from '../addresses.ts'
import { type Context, isElsewhere } from '../document/context.ts'
import { icon } from '../layout/icons.ts'
import type { ResolvedRef } from '../views.ts'

interface ImageSource {
  light: ResolvedRef
  dark?: ResolvedRef | null
  alt: string
  isLazy: boolean
  width?: string | undefined
  height?: string | undefined
}

/** An image, and its variant for the dark theme. The hidden one is not loaded, unless it is the first: readers of both themes see that at once. */
export function imageElement(image: ImageSource, classes: string): Html {
  const { light, dark } = image
  if (!dark) return oneImage(light, image, classes)
  return html`${oneImage(light, image, `${classes} on-light`)}${oneImage(dark, image, `${classes} on-dark`)}`
}

function oneImage(target: ResolvedRef, { alt, isLazy, width, height }: ImageSource, classes: string): Html {
  const src = safeSource(target.href)
  if (src === null || isElsewhere(target)) return html`${alt}`
  const size = sizeOf(target, width, height)
  return html`<img${attributes({ class: classes, src, alt, ...size, loading: isLazy && 'lazy', decoding: 'async' })}>`
}

const pixels = /^(\d{1,5})(?:px)?$/
const percent = /^(\d{1,3})%$/

/** The size in the text, completed by the proportions of the file. */
function sizeOf({ file }: ResolvedRef, width?: string, height?: string) {
  const [known, tall] = [file?.width, file?.height]
  if (width !== undefined && percent.test(width)) return { width }
  const wide = Number(pixels.exec(width ?? '')?.[1] ?? 0) || undefined
  const high = Number(pixels.exec(height ?? '')?.[1] ?? 0) || undefined
  if (known === undefined || tall === undefined || known === 0 || tall === 0)
    return { width: wide, height: high }
  if (wide !== undefined) return { width: wide, height: Math.round((wide * tall) / known) }
  if (high !== undefined) return { width: Math.round((high * known) / tall), height: high }
  return { width: known, height: tall }
}

export function renderImages({ data, nodes }: ImagesBlock, context: Context): Html {
  const align = ['left', 'center', 'right'].includes(data.align ?? '') ? `align-${data.align}` : ''
  const classes = ['images', nodes.length > 1 && 'several', align, data.fullWidth && 'full']
  return html`<div class="${classes.filter(Boolean).join(' ')}">${nodes.map((image) => figure(image, context))}</div>`
}

function figure({ data, fragments }: ImageBlock, context: Context): Html {
  const caption = context.fragment(fragments, 'caption')
  const light = context.image(data.ref)
  const alt = data.alt ?? ''
  const shown = light === null ? missing(alt, context) : picture(light, data, context)
  return html`<figure>${shown}${caption.isEmpty ? nothing : html`<figcaption>${caption}</figcaption>`}</figure>`
}

function picture(light: ResolvedRef, data: ImageBlock['data'], context: Context): Html {
  const alt = data.alt ?? ''
  if (isElsewhere(light)) return remote(light.href, alt, context)
  const dark = context.image(data.refDark)
  const { width, height } = data
  const linked = data.link === undefined ? null : context.resolve(data.link)
  const image = imageElement(
    { light, dark, alt, isLazy: !context.isFirstImage(), width, height },
    linked ? '' : 'zoom',
  )
  if (linked === null) return image
  const label = alt === '' ? { 'aria-label': linked.title ?? linked.href } : {}
  return context.link(data.link, () => image, label)
}

/** An image on another host that the site does not show is a link to it. */
function remote(href: string, alt: string, context: Context): Html {
  const { texts } = context
  const host = hostOf(href.startsWith('//') ? `https:${href}` : href)
  return html`<a${attributes({ class: 'card-link-row', href, ...context.windowOf(href) })}>${icon('image')}<span><strong>${alt || texts.get('image')}</strong><small>${texts.get('imageAt', host)}</small></span></a>`
}

const missing = (alt: string, { texts }: Context): Html =>
  html`<span class="missing">${icon('image')}${alt || texts.get('image')}</span>`
