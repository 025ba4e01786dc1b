import type { Nodes, PhrasingContent } from 'mdast'
import type { Content } from '../parsing/pairs.ts'
import { contentOf, maxHtml, nodesOf } from './html.ts'

/** Elements that cannot be part of a line of text. */
const blockNames = new Set(
  'p div section article aside header footer main nav address ul ol li dl dt dd h1 h2 h3 h4 h5 h6 pre blockquote details summary table thead tbody tfoot tr td th caption hr figure figcaption video audio iframe select option optgroup form fieldset legend'.split(
    ' ',
  ),
)

const tagStart = /^<\/?([a-z][a-z0-9]*)\b/i

const blockName = (node: Nodes): string | undefined => {
  const name = node.type === 'html' ? tagStart.exec(node.value)?.[1]?.toLowerCase() : undefined
  return name !== undefined && blockNames.has(name) ? name : undefined
}

const choices: Readonly<Record<string, string>> = { select: 'ul', option: 'li', optgroup: 'li' }

/** The parser of HTML accepts only text in a list of choices. */
const asList = (tag: string): string =>
  tag.replace(/^(<\/?)(select|option|optgroup)\b[^>]*/i, (_, start: string, name: string) => {
    return `${start}${choices[name.toLowerCase()]}`
  })

const tableTag = /<(\/?)table\b/gi

/** The tables that begin in one HTML block and end in another, as indexes of blocks. */
export function tablesOverBlocks(content: readonly Content[]): Map<number, number> {
  const ends = new Map<number, number>()
  let [start, depth] = [0, 0]
  for (const [at, node] of content.entries()) {
    const parts = node.type === 'html' ? [node] : node.type === 'paragraph' ? node.children : []
    for (const part of parts) {
      if (part.type !== 'html') continue
      for (const [, end] of part.value.matchAll(tableTag)) {
        if (end === '') {
          if (depth === 0) start = at
          depth += 1
        } else if (depth > 0) {
          depth -= 1
          if (depth === 0 && at > start && content[start]?.type === 'html') ends.set(start, at)
        }
      }
    }
  }
  return ends
}

/** Whether a text contains tags of elements that are blocks. */
export const hasBlockElements = (content: readonly PhrasingContent[]): boolean =>
  content.some((node) => blockName(node) !== undefined)

/** Texts that contain tags of blocks, as the blocks that they are. Undefined if that is not possible. */
export function blocksInText(content: readonly PhrasingContent[]): Content[] | undefined {
  const html = new MixedHtml()
  html.addText(content)
  return html.content()
}

/**
 * HTML with Markdown between its tags. While the HTML is parsed, each node of Markdown is an element. Its text stands for
 * that content: for whitespace next to an empty element, the converter would search all that follows.
 */
export class MixedHtml {
  readonly #nodes: (Content | PhrasingContent)[] = []
  #html = ''

  /** Adds blocks. The tags of HTML blocks continue each other. */
  addBlocks(content: readonly Content[]): void {
    for (const node of content) {
      if (node.type === 'html') this.#html += `${node.value}\n`
      else if (node.type === 'paragraph' && hasBlockElements(node.children)) this.addText(node.children)
      else this.#add(node)
    }
  }

  addText(content: readonly PhrasingContent[]): void {
    let isMedia = false
    for (const node of content) {
      const name = blockName(node)
      if (name === 'video' || name === 'audio') isMedia = node.type === 'html' && !node.value.startsWith('</')
      const isSource = isMedia && node.type === 'html' && /^<source\b/i.test(node.value)
      if (node.type === 'html' && (name !== undefined || isSource)) this.#html += asList(node.value)
      // The name marks inline content for the converter, which would treat a node that it does not know as a block.
      else this.#add({ ...node, data: { ...node.data, hName: 'span' } } as PhrasingContent)
    }
  }

  #add(node: Content | PhrasingContent): void {
    this.#html += `<x-q n="${this.#nodes.push(node) - 1}">x</x-q>`
  }

  /** All elements, if the HTML is not too long to be parsed. */
  elements() {
    return this.#html.length > maxHtml ? undefined : nodesOf(this.#html)
  }

  content(children = this.elements()): Content[] | undefined {
    return children && contentOf(children, this.take)
  }

  /** Each node is inserted once, however often its element is written. */
  readonly take = (index: number): Content | PhrasingContent | undefined => {
    const node = this.#nodes[index]
    delete this.#nodes[index]
    return node
  }
}
