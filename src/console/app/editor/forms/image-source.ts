import { attributesIn, attributesText, decode } from '../../../../modules/documents/parsing/attributes.ts'

/** An image with what a form shows of it. Empty values are not written. */
export interface ImageSource {
  address: string
  alt: string
  caption: string
  /** In pixels, or in percent of the text. */
  width: string
  /** The address of the image on dark pages. */
  dark: string
}

const MARKDOWN = /^!\[((?:[^\\[\]]|\\.)*)\]\((<[^<>\n]*>|[^\s()<>]*)(?: "((?:[^\\"]|\\.)*)")?\)$/
const PICTURE = /^<picture><source\s([^<>]*)>(<img\s[^<>]*>)<\/picture>$/i
const IMAGE = /^<img\s([^<>]*)>$/i
const FIGURE = ['<figure>', '</figure>'] as const
const CAPTION = ['<figcaption>', '</figcaption>'] as const
const PARAGRAPH = ['<p>', '</p>'] as const
const KNOWN: ReadonlySet<string> = new Set(['src', 'alt', 'width'])
/** Longer sources are no image alone. */
const MAX_CHARACTERS = 10_000
const DARK = '(prefers-color-scheme: dark)'

const unescaped = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
const escaped = (text: string, characters: RegExp): string => text.replace(characters, String.raw`\$&`)

/** What is between an opening and a closing tag. Undefined if a text does not begin and end with them. */
const within = (text: string, [start, end]: readonly [string, string]): string | undefined =>
  text.startsWith(start) && text.endsWith(end) ? text.slice(start.length, -end.length).trim() : undefined

/** The parts of an image that stands alone. Undefined for forms that are edited as their source. */
export function imageFrom(source: string): ImageSource | undefined {
  const text = source.trim()
  if (text.length > MAX_CHARACTERS) return undefined
  const markdown = MARKDOWN.exec(text)
  if (markdown) {
    const [, alt = '', target = '', caption = ''] = markdown
    return {
      address: target.replace(/^<(.*)>$/, '$1'),
      alt: decode(unescaped(alt)),
      caption: decode(unescaped(caption)),
      width: '',
      dark: '',
    }
  }
  const figure = within(text.replace(/>\s+</g, '><'), FIGURE) ?? text
  const at = figure.indexOf(CAPTION[0])
  const below = at < 0 ? '' : within(figure.slice(at), CAPTION)
  const caption = below && (within(below, PARAGRAPH) ?? below)
  // A caption with elements is edited as its source.
  if (caption === undefined || /[<>]/.test(caption)) return undefined
  const inside = at < 0 ? figure : figure.slice(0, at)
  const [, dark, image = inside] = PICTURE.exec(inside) ?? []
  const attributes = attributesIn(IMAGE.exec(image)?.[1] ?? '')
  const address = attributes.get('src')
  if (address === undefined || ![...attributes.keys()].every((name) => KNOWN.has(name))) return undefined
  const variant = attributesIn(dark ?? '')
  const isVariant = variant.size === 2 && variant.has('srcset') && variant.get('media') === DARK
  if (dark !== undefined && !isVariant) return undefined
  return {
    address,
    alt: attributes.get('alt') ?? '',
    caption: decode(caption),
    width: attributes.get('width') ?? '',
    dark: variant.get('srcset') ?? '',
  }
}

const asText = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;' })[character] ?? '&gt;')

/** Writes an image: as Markdown where that can express it, else as the elements that sites read. */
export function sourceOfImage({ address, alt, caption, width, dark }: ImageSource): string {
  if (width === '' && dark === '') {
    const target = /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address
    const title = caption === '' ? '' : ` "${escaped(caption, /[\\"]/g)}"`
    return `![${escaped(alt, /[\\[\]]/g)}](${target}${title})`
  }
  // Without a value, `alt` says that the image needs no words.
  const size = width === '' ? '' : attributesText([['width', width]])
  const image = `<img${attributesText([['src', address]])} alt="${attributesText([['alt', alt]]).slice(6, -1)}"${size}>`
  const picture =
    dark === ''
      ? image
      : `<picture><source${attributesText([
          ['srcset', dark],
          ['media', DARK],
        ])}>${image}</picture>`
  const below = caption === '' ? '' : `<figcaption><p>${asText(caption)}</p></figcaption>`
  return `<figure>${picture}${below}</figure>`
}
