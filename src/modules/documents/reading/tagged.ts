import type { PhrasingContent } from 'mdast'
import { attributesIn } from '../parsing/attributes.ts'
import { type Content, pairsIn, type Tag, tagOf } from '../parsing/pairs.ts'
import {
  cards,
  codeFields,
  dataFrom,
  groups,
  hintStyle,
  holders,
  includeRef,
  items,
  operationParts,
} from '../tree/forms.ts'
import type { Attributes, CardBlock, CodeBlock, DocumentNode, Fragment, ItemBlock } from '../tree/types.ts'
import type { Conversion } from './conversion.ts'
import { filled, fragmentOf } from './paragraphs.ts'

/** Converts content one level deeper than the tag that contains it. */
type Deeper = (content: Content[]) => DocumentNode[]

/** Converts a tag and the content up to its end. Undefined for a tag without a meaning. */
type ConvertPair = (
  tag: Tag,
  inside: Content[],
  deeper: Deeper,
  conversion: Conversion,
) => DocumentNode[] | undefined

/** The block of a tag without content. Undefined for a tag that requires a closing tag. */
export function standingAlone(tag: Tag, conversion: Conversion): DocumentNode | undefined {
  if (tag.name === 'include') return included(tag, [], conversion)
  if (tag.name.startsWith('@')) return integration(tag, [], conversion)
  return card(tag, [], conversion)
}

export const paired: ConvertPair = (tag, inside, deeper, conversion) => {
  const { keys } = conversion
  if (Object.hasOwn(groups, tag.name)) return group(tag, inside, deeper, conversion)
  if (tag.name === 'code') return code(tag, inside, deeper)
  if (Object.hasOwn(holders, tag.name)) {
    const { type, fields } = holders[tag.name as keyof typeof holders]
    const nodes = filled(deeper(inside), conversion)
    const data = type === 'if' ? { expression: tag.source } : dataFrom(tag.source, fields)
    if (type === 'hint') {
      const styled = { ...data, style: hintStyle((data as Attributes).style) }
      return [keys.assign({ object: 'block', type, key: '', isVoid: false, data: styled, nodes }, '', nodes)]
    }
    return [keys.assign({ object: 'block', type, key: '', isVoid: false, data, nodes }, '', nodes)]
  }
  const caption = () =>
    inside.length === 0 ? [] : [fragmentOf('caption', deeper(withoutParts(inside)), conversion)]
  if (tag.name === 'include') return [included(tag, caption(), conversion)]
  if (tag.name.startsWith('@')) return [integration(tag, caption(), conversion)]
  if (!Object.hasOwn(cards, tag.name)) return undefined
  const made = card(tag, caption(), conversion)
  return made && [made]
}

/** The parts of a description of an API, as the text that they show. */
function withoutParts(inside: readonly Content[]): Content[] {
  return inside.flatMap((node): Content[] => {
    const tag = node.type === 'tagLine' ? tagOf(node) : undefined
    if (!tag || !operationParts.has(tag.name)) return [node]
    if (tag.isEnd || tag.name === 'swagger-description') return []
    const attributes = attributesIn(tag.source)
    const attribute = (name: string) => attributes.get(name) ?? ''
    const isParameter = tag.name === 'swagger-parameter'
    const name = isParameter ? attribute('name') : attribute('status')
    const facts = isParameter
      ? [attribute('type'), attribute('in'), attribute('required') === 'true' ? 'required' : '']
      : [attribute('description')]
    const more = facts.filter((fact) => fact !== '').join(', ')
    const words: PhrasingContent[] = [{ type: 'inlineCode', value: name }]
    if (more !== '') words.push({ type: 'text', value: ` ${more}` })
    return name === '' && more === '' ? [] : [{ type: 'paragraph', children: words }]
  })
}

const group: ConvertPair = (tag, inside, deeper, conversion) => {
  const { keys } = conversion
  const { type, item } = groups[tag.name as keyof typeof groups]
  const form = items[item]
  if (form === undefined) return undefined
  const ends = pairsIn(inside)
  const nodes: ItemBlock[] = []
  const strays: Content[] = []
  for (let at = 0; at < inside.length; at += 1) {
    const node = inside[at]
    if (node === undefined) continue
    const inner = tagOf(node)
    const end = ends.get(at)
    if (inner?.name !== item || end === undefined) {
      strays.push(node)
      continue
    }
    const blocks = filled(deeper(inside.slice(at + 1, end)), conversion)
    const data = dataFrom(inner.source, form.fields)
    const made: ItemBlock = { object: 'block', type: form.type, key: '', isVoid: false, data, nodes: blocks }
    conversion.places.mark(made, conversion.source, node, inside[end] ?? node)
    nodes.push(keys.assign(made, '', blocks))
    at = end
  }
  if (nodes.length === 0) return undefined
  const data = dataFrom(tag.source, {})
  const block = keys.assign({ object: 'block', type, key: '', isVoid: false, data, nodes }, '', nodes)
  // Content between the items belongs to no item. It is placed before the block.
  return [...(strays.length > 0 ? deeper(strays) : []), block]
}

/** The tag configures the code block inside it. */
function code(tag: Tag, inside: Content[], deeper: Deeper): DocumentNode[] | undefined {
  if (!inside.some(({ type }) => type === 'code')) return undefined
  const data = dataFrom(tag.source, codeFields)
  const blocks = deeper(inside)
  const first = blocks.find((block): block is CodeBlock => block.type === 'code' && !block.data.raw)
  if (first === undefined) return undefined
  Object.assign(first.data, { ...data, ...first.data })
  return blocks
}

function card(tag: Tag, caption: Fragment[], conversion: Conversion): CardBlock | undefined {
  const form = Object.hasOwn(cards, tag.name) ? cards[tag.name] : undefined
  if (form === undefined) return undefined
  return cardBlock(form.type, dataFrom(tag.source, form.fields), caption, conversion)
}

const quoted = /^(?:"([^"]*)"|'([^']*)')$/

function included(tag: Tag, caption: Fragment[], conversion: Conversion): CardBlock {
  const [, double, single] = quoted.exec(tag.source) ?? []
  const ref = includeRef(double ?? single ?? tag.source)
  return cardBlock('reusable-content', { ref }, caption, conversion)
}

function cardBlock(
  type: CardBlock['type'],
  data: Attributes,
  fragments: Fragment[],
  { keys }: Conversion,
): CardBlock {
  return keys.assign(
    { object: 'block', type, key: '', isVoid: true, data, fragments },
    JSON.stringify(data),
    fragments,
  )
}

function integration(tag: Tag, fragments: Fragment[], { keys }: Conversion): DocumentNode {
  const [name = '', block = ''] = tag.name.slice(1).split('/')
  const props = dataFrom(tag.source, {}) as Record<string, string>
  const data = { integration: name, block, props }
  return keys.assign(
    { object: 'block', type: 'integration', key: '', isVoid: true, data, fragments },
    JSON.stringify(data),
    fragments,
  )
}
