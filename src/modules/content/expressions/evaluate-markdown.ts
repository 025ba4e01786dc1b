import type { Nodes, PhrasingContent } from 'mdast'
import { encodeText } from '../document/attributes.ts'
import { elementAt, sourceIn } from '../document/inline-html.ts'
import { type Content, pairsIn, tagOf } from '../document/pairs.ts'
import { parseMarkdown } from '../document/parse.ts'
import { splitSource } from '../pages/front-matter.ts'
import { evaluateExpression, type Scope, text } from './evaluate.ts'

const MAX_INCLUDES = 8
const MAX_CHARACTERS = 2_000_000

/** What a source refers to while it is worked out. */
export interface Surroundings {
  scope: Scope
  /** The text that `{% include "…" %}` stands for; null when there is none. */
  include(target: string): string | null
}

interface Edit {
  start: number
  end: number
  insert: string
}

/** A source with its expressions and conditions worked out and what it includes put in. Front matter stays as it is. */
export function evaluateMarkdown(source: string, around: Surroundings): string {
  return new Evaluator(around).evaluate(source)
}

const mayNeed = (source: string) => source.includes('{%') || source.includes('expression')

class Evaluator {
  readonly #around: Surroundings
  #left = MAX_CHARACTERS
  #open: string[] = []

  constructor(around: Surroundings) {
    this.#around = around
  }

  evaluate(source: string): string {
    if (!mayNeed(source)) return source
    const { body, bodyStart } = splitSource(source)
    const edits: Edit[] = []
    // The parser puts nothing but blocks at the top, which its types leave open.
    this.#blocks(parseMarkdown(body).children as Content[], body, edits)
    let result = ''
    let from = 0
    for (const { start, end, insert } of edits) {
      result += body.slice(from, start) + insert
      from = end
    }
    return source.slice(0, bodyStart) + result + body.slice(from)
  }

  #blocks(content: readonly Content[], body: string, edits: Edit[]): void {
    const ends = pairsIn(content)
    for (let at = 0; at < content.length; at += 1) {
      const node = content[at]
      if (node === undefined) continue
      const tag = tagOf(node)
      const end = ends.get(at)
      const last = end === undefined ? undefined : content[end]
      if (tag?.name === 'if' && !tag.isEnd && end !== undefined && last !== undefined) {
        if (this.#holds(tag.source)) {
          edits.push(lineOf(node, body))
          this.#blocks(content.slice(at + 1, end), body, edits)
          edits.push(lineOf(last, body))
        } else {
          edits.push({ ...lineOf(node, body), end: lineOf(last, body).end })
        }
        at = end
      } else if (tag?.name === 'include' && !tag.isEnd) {
        const edit = this.#included(node, tag.source, body)
        if (edit) edits.push(edit)
      } else if (node.type === 'html') {
        this.#html(node, edits)
      } else {
        this.#inside(node, body, edits)
      }
    }
  }

  #inside(node: Nodes, body: string, edits: Edit[]): void {
    if (node.type === 'blockquote' || node.type === 'listItem' || node.type === 'footnoteDefinition') {
      this.#blocks(node.children, body, edits)
    } else if (node.type === 'list' || node.type === 'table' || node.type === 'tableRow') {
      for (const child of node.children) this.#inside(child, body, edits)
    } else if ('children' in node) {
      this.#words(node.children as PhrasingContent[], body, edits)
    }
  }

  #words(content: PhrasingContent[], body: string, edits: Edit[]): void {
    for (let at = 0; at < content.length; at += 1) {
      const node = content[at]
      if (node === undefined) continue
      const element = node.type === 'html' ? elementAt(content, at) : undefined
      const isExpression = element?.name === 'code' && element.attributes.get('class') === 'expression'
      if (element && isExpression) {
        const said = this.#said(sourceIn(element, body))
        const start = node.position?.start.offset
        const end = content[element.end]?.position?.end.offset
        if (said !== null && start !== undefined && end !== undefined) {
          edits.push({ start, end, insert: encodeText(said) })
        }
        at = element.end
      } else if ('children' in node) {
        this.#words(node.children, body, edits)
      }
    }
  }

  /** Expressions in the cells of a table that is written as HTML. */
  #html(node: Extract<Content, { type: 'html' }>, edits: Edit[]): void {
    const from = node.position?.start.offset
    if (from === undefined) return
    for (const found of node.value.matchAll(/<code class="expression">([^<]*)<\/code>/g)) {
      const said = this.#said(found[1] ?? '')
      if (said === null) continue
      const start = from + found.index
      edits.push({ start, end: start + found[0].length, insert: encodeText(said) })
    }
  }

  #said(expression: string): string | null {
    try {
      return text(evaluateExpression(expression.trim(), this.#around.scope))
    } catch {
      return null
    }
  }

  /** What cannot be worked out hides: nothing is ever shown by mistake. */
  #holds(expression: string): boolean {
    try {
      return Boolean(evaluateExpression(expression, this.#around.scope))
    } catch {
      return false
    }
  }

  #included(node: Content, written: string, body: string): Edit | null {
    const target = /^(?:"([^"]*)"|'([^']*)')$/.exec(written)
    const name = target?.[1] ?? target?.[2]
    if (name === undefined || this.#open.includes(name) || this.#open.length >= MAX_INCLUDES) return null
    const source = this.#around.include(name)
    if (source === null || source.length > this.#left) return null
    this.#left -= source.length
    this.#open.push(name)
    const inner = splitSource(this.evaluate(source)).body.trim()
    this.#open.pop()
    const { start, end } = placeOf(node)
    // Lines of what is put into a quote or a list stand there as the first one does.
    const prefix = body.slice(body.lastIndexOf('\n', start - 1) + 1, start).replace(/[^>\s]/g, ' ')
    return { start, end, insert: inner.replaceAll('\n', `\n${prefix}`) }
  }
}

function placeOf(node: Content): { start: number; end: number } {
  const start = node.position?.start.offset ?? 0
  return { start, end: node.position?.end.offset ?? start }
}

/** A tag with the end of its line, where it stands alone on it. */
function lineOf(node: Content, body: string): Edit {
  const { start, end } = placeOf(node)
  const isAlone = start === 0 || body[start - 1] === '\n'
  const ending = isAlone ? (/^[ \t]*\r?\n/.exec(body.slice(end, end + 200))?.[0].length ?? 0) : 0
  return { start, end: end + ending, insert: '' }
}
