import type { PhrasingContent } from 'mdast'
import type { Content } from '../parsing/pairs.ts'
import { blockName, hasBlockElements } from './block-elements.ts'
import { contentOf, maxHtml, nodesOf } from './html.ts'

const choices: Readonly<Record<string, string>> = { select: 'ul', option: 'li', optgroup: 'li' }

/** The parser of HTML accepts only text in a list of choices. */
const asList = (tag: string): string =>
  tag.replace(/^(<\/?)(select|option|optgroup)\b[^>]*/i, (_, start: string, name: string) => {
    return `${start}${choices[name.toLowerCase()]}`
  })

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
