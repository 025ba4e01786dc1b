import type { FootnoteReference, PhrasingContent } from 'mdast'
import { tagIn } from '../parsing/pairs.ts'
import { percentDecoded } from '../source/references.ts'
import { withEmoji } from '../tree/emoji.ts'
import { isBlockTag } from '../tree/forms.ts'
import { nameOfTarget, refFrom } from '../tree/refs.ts'
import type { AnnotationInline, InlineImage, InlineNode, LinkInline, VoidInline } from '../tree/types.ts'
import type { Conversion } from './conversion.ts'
import {
  actionOf,
  elementAt,
  type InlineElement,
  isLiteral,
  markOf,
  sourceIn,
  wordsOf,
} from './inline-html.ts'
import { InlineRun, type Marks, withMark } from './inline-run.ts'
import { textNode } from './paragraphs.ts'

const lineEndings = /\r\n|\r|\n/g

/** Converts inline Markdown to texts, links and other inline nodes. Emphasis becomes marks of the texts. */
export function inlinesFrom(
  content: PhrasingContent[],
  conversion: Conversion,
  outer: Marks = [],
): InlineNode[] {
  const written = new InlineRun()
  // Emphasis can be nested as deeply as the text has marks, so its levels are kept in a list and not on the call
  // stack.
  const levels = [{ content, index: 0, marks: outer }]
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const at = level.index++
    const node = level.content[at]
    if (node === undefined) levels.pop()
    else if (node.type === 'strong') levels.push(deeper(node.children, level.marks, 'bold'))
    else if (node.type === 'emphasis') levels.push(deeper(node.children, level.marks, 'italic'))
    else if (node.type === 'delete') levels.push(deeper(node.children, level.marks, 'strikethrough'))
    else {
      const element = elementAt(level.content, at)
      const mark = element && markOf(element)
      const note = noteBehind(node, level.content[at + 1])
      if (element && mark) {
        level.index = element.end + 1
        levels.push({ content: element.inside, index: 0, marks: withMark(level.marks, mark) })
      } else if (element && writeElement(element, level.marks, written, conversion)) {
        level.index = element.end + 1
      } else if (note && node.type === 'link') {
        level.index += 1
        const words = inlinesFrom(node.children, conversion, level.marks)
        annotate(note, words, level.marks, written, conversion)
      } else {
        write(node, level.marks, written, conversion)
      }
    }
  }
  return written.finish()
}

function deeper(content: PhrasingContent[], marks: Marks, type: 'bold' | 'italic' | 'strikethrough') {
  return { content, index: 0, marks: withMark(marks, { object: 'mark', type }) }
}

type Unnested = Exclude<PhrasingContent, { type: 'strong' | 'emphasis' | 'delete' }>

function write(node: Unnested, marks: Marks, written: InlineRun, conversion: Conversion): void {
  switch (node.type) {
    case 'text':
      written.text(withEmoji(node.value.replace(lineEndings, ' ')), marks)
      break
    case 'html': {
      if (node.value.startsWith('<!--')) break
      const leaf = written.text(node.value.replace(lineEndings, ' '), marks)
      if (leaf) conversion.extras.addHtml(leaf, node.value)
      break
    }
    case 'inlineCode':
      written.text(node.value.replace(lineEndings, ' '), withMark(marks, { object: 'mark', type: 'code' }))
      break
    case 'break':
      written.text('\n', marks)
      break
    case 'inlineTag': {
      const tag = tagIn(node.value)
      // Where no block can be, its tag is left out. Conditions are evaluated before a text is shown.
      if (tag && isBlockTag(tag.name) && tag.name !== 'if') break
      written.text(node.value.replace(lineEndings, ' '), marks)
      break
    }
    case 'footnoteReference':
      annotate(node, [textNode('')], marks, written, conversion)
      break
    case 'formula':
      written.inline(voidInline('inline-math', { formula: node.value }, conversion))
      break
    case 'link':
      if (node.title === 'mention') {
        written.inline(mention(node.url, wordsOf(node.children), conversion))
      } else if (marks.some(({ type }) => type === 'code') && isLiteral(node, conversion.source)) {
        written.text(wordsOf(node.children), marks)
      } else {
        written.inline(link(node.url, inlinesFrom(node.children, conversion, marks), conversion))
      }
      break
    case 'linkReference': {
      const url = conversion.definitions.get(node.identifier)?.url ?? ''
      written.inline(link(url, inlinesFrom(node.children, conversion, marks), conversion))
      break
    }
    case 'image':
    case 'imageReference': {
      const ref = refFrom(imageUrl(node, conversion))
      written.inline(inlineImage({ ref, size: 'line' }, node.alt ?? '', conversion))
      break
    }
  }
}

/** Elements that are a node of their own. Returns false if the tags remain as text. */
function writeElement(
  element: InlineElement,
  marks: Marks,
  written: InlineRun,
  conversion: Conversion,
): boolean {
  const { name, attributes } = element
  const is = (word: string) => (attributes.get('class') ?? '').split(/\s+/).includes(word)
  if (name === 'br') {
    written.text('\n', marks)
    return true
  }
  if (name === 'code' && is('expression')) {
    const expression = sourceIn(element, conversion.source).trim()
    written.inline(voidInline('expression', { expression }, conversion))
    return true
  }
  if (name === 'i') {
    const icon = /(?:^|\s)fa-([\w-]+)/.exec(attributes.get('class') ?? '')?.[1]
    if (icon === undefined) return false
    written.inline(voidInline('icon', { icon }, conversion))
    return true
  }
  if (name === 'img') return writeImage(element, undefined, written, conversion)
  if (name === 'picture') {
    const parts = element.inside.flatMap((_, at) => elementAt(element.inside, at) ?? [])
    const image = parts.find((part) => part.name === 'img')
    const dark = parts.find((part) => part.name === 'source')?.attributes.get('srcset')
    return image !== undefined && writeImage(image, dark, written, conversion)
  }
  if (name === 'button') {
    const action = actionOf(attributes)
    if (!action || element.inside.length === 0) return false
    const icon = attributes.get('data-icon')
    const label = sourceIn(element, conversion.source)
    const kind = is('secondary') ? 'secondary' : 'primary'
    written.inline(voidInline('button', { label, kind, ...(icon ? { icon } : {}), action }, conversion))
    return true
  }
  const href = attributes.get('href')
  if (name !== 'a' || href === undefined || element.inside.length === 0) return false
  if (is('button')) {
    const icon = attributes.get('data-icon')
    const label = sourceIn(element, conversion.source)
    const kind = is('secondary') ? 'secondary' : 'primary'
    const data = { label, kind, ...(icon ? { icon } : {}), ref: refFrom(href) }
    written.inline(voidInline('button', data, conversion))
  } else if (attributes.has('data-mention')) {
    written.inline(mention(href, wordsOf(element.inside), conversion))
  } else {
    written.inline(link(href, inlinesFrom(element.inside, conversion, marks), conversion))
  }
  return true
}

function writeImage(
  { attributes }: InlineElement,
  dark: string | undefined,
  written: InlineRun,
  conversion: Conversion,
): boolean {
  const src = attributes.get('src')
  if (src === undefined) return false
  const size = attributes.get('data-size') === 'line' ? ('line' as const) : ('original' as const)
  const data = { ref: refFrom(src), ...(dark ? { refDark: refFrom(dark) } : {}), size }
  written.inline(inlineImage(data, attributes.get('alt') ?? '', conversion))
  return true
}

const noteLink = '#user-content-fn-'

/** `[words](#user-content-fn-1)[^1]`: the words that a footnote refers to. */
function noteBehind(node: PhrasingContent, next: PhrasingContent | undefined): FootnoteReference | undefined {
  return node.type === 'link' && node.url.startsWith(noteLink) && next?.type === 'footnoteReference'
    ? next
    : undefined
}

function annotate(
  reference: FootnoteReference,
  nodes: InlineNode[],
  marks: Marks,
  written: InlineRun,
  conversion: Conversion,
): void {
  const label = reference.label ?? reference.identifier
  if (!conversion.labels.has(reference.identifier)) {
    written.text(`[^${label}]`, marks)
    return
  }
  const note = conversion.readNote(reference.identifier)
  const fragments = note === undefined ? [] : [note]
  const annotation: AnnotationInline = {
    object: 'inline',
    type: 'annotation',
    key: '',
    isVoid: false,
    data: { label },
    nodes,
    fragments,
  }
  written.inline(conversion.keys.assign(annotation, label, [...nodes, ...fragments]))
}

export function imageUrl(
  image: Extract<PhrasingContent, { type: 'image' | 'imageReference' }>,
  conversion: Conversion,
): string {
  return image.type === 'image' ? image.url : (conversion.definitions.get(image.identifier)?.url ?? '')
}

function voidInline<Type extends VoidInline['type']>(
  type: Type,
  data: Extract<VoidInline, { type: Type }>['data'],
  { keys }: Conversion,
): VoidInline {
  // The types of the node and its data match, which the compiler cannot infer through a generic.
  const node = { object: 'inline', type, key: '', isVoid: true, data } as unknown as VoidInline
  return keys.assign(node, JSON.stringify(data))
}

/** Words that only repeat the address are no label: the title of the target is shown. */
const mention = (url: string, label: string, conversion: Conversion): VoidInline =>
  voidInline('mention', { ref: refFrom(url), ...(repeats(label, url) ? {} : { label }) }, conversion)

const repeats = (label: string, url: string): boolean => {
  const [path = ''] = percentDecoded(url).split('#', 1)
  return ['', url, percentDecoded(url), path, nameOfTarget(url)].includes(label)
}

function link(url: string, nodes: InlineNode[], { keys }: Conversion): LinkInline {
  const data: LinkInline['data'] = { ref: refFrom(url) }
  return keys.assign({ object: 'inline', type: 'link', key: '', isVoid: false, data, nodes }, url, nodes)
}

function inlineImage(
  { size, ...refs }: Omit<InlineImage['data'], 'caption'>,
  alt: string,
  conversion: Conversion,
): VoidInline {
  const caption = alt === '' ? {} : { caption: alt }
  return voidInline('inline-image', { ...refs, ...caption, size }, conversion)
}
