import type { Nodes, PhrasingContent } from 'mdast'
import { encodeText } from '../parsing/attributes.ts'
import { type Content, pairsIn, tagOf } from '../parsing/pairs.ts'
import { parseMarkdown } from '../parsing/parse.ts'
import { elementAt, sourceIn } from '../reading/inline-html.ts'
import { splitSource } from '../source/front-matter.ts'
import { conditionHolds } from './condition.ts'
import { evaluateExpression, type Scope, text } from './evaluate.ts'

const MAX_INCLUDES = 8
const MAX_CHARACTERS = 2_000_000

/** The values that a source can refer to while it is evaluated. */
export interface EvaluationContext {
  scope: Scope
  /** The text that `{% include "…" %}` is replaced with. Null if it does not exist. */
  include(target: string): string | null
}

interface Edit {
  start: number
  end: number
  insert: string
}

/** Evaluates the expressions and conditions of a source and inserts its includes. Front matter is unchanged. */
export function evaluateMarkdown(source: string, around: EvaluationContext): string {
  return new Evaluator(around).evaluate(source)
}

/** The input of an evaluation, as plain data. */
export interface Evaluation {
  source: string
  scope: Scope
  included: ReadonlyMap<string, string>
}

export const evaluateWith = ({ source, scope, included }: Evaluation): string =>
  evaluateMarkdown(source, { scope, include: (target) => included.get(target) ?? null })

/** Whether a source can contain anything to evaluate. */
export const mayNeedEvaluation = (source: string) => source.includes('{%') || source.includes('expression')

class Evaluator {
  readonly #around: EvaluationContext
  #left = MAX_CHARACTERS
  #open: string[] = []

  constructor(around: EvaluationContext) {
    this.#around = around
  }

  evaluate(source: string): string {
    if (!mayNeedEvaluation(source)) return source
    const { body, bodyStart } = splitSource(source)
    const edits: Edit[] = []
    // The parser returns only blocks at the top level; its types are wider.
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
    // Conditions can be nested as deeply as a text has lines, so open conditions are kept in a list and not on the
    // call stack.
    const closing = new Set<number>()
    for (let at = 0; at < content.length; at += 1) {
      const node = content[at]
      if (node === undefined) continue
      const tag = tagOf(node)
      const end = ends.get(at)
      const last = end === undefined ? undefined : content[end]
      if (closing.has(at)) {
        edits.push(lineOf(node, body))
      } else if (tag?.name === 'if' && !tag.isEnd && end !== undefined && last !== undefined) {
        const start = lineOf(node, body)
        const isKept = conditionHolds(tag.source, this.#around.scope)
        edits.push(isKept ? start : { ...start, end: lineOf(last, body).end })
        if (isKept) closing.add(end)
        else at = end
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
          edits.push({ start, end, insert: said })
        }
        at = element.end
      } else if ('children' in node) {
        this.#words(node.children, body, edits)
      }
    }
  }

  /** Evaluates expressions in the cells of a table that is written as HTML. */
  #html(node: Extract<Content, { type: 'html' }>, edits: Edit[]): void {
    const from = node.position?.start.offset
    if (from === undefined) return
    for (const found of node.value.matchAll(/<code class="expression">([^<]*)<\/code>/g)) {
      const said = this.#said(found[1] ?? '')
      if (said === null) continue
      const start = from + found.index
      edits.push({ start, end: start + found[0].length, insert: said })
    }
  }

  /** The value of an expression, escaped for the text. Null leaves the expression as written. */
  #said(expression: string): string | null {
    try {
      const words = text(evaluateExpression(expression.trim(), this.#around.scope))
      if (words.length > this.#left) return null
      const said = encodeText(words)
      return this.#spend(said.length) ? said : null
    } catch {
      return null
    }
  }

  #included(node: Content, written: string, body: string): Edit | null {
    const target = /^(?:"([^"]*)"|'([^']*)')$/.exec(written)
    const name = target?.[1] ?? target?.[2]
    if (name === undefined || this.#open.includes(name) || this.#open.length >= MAX_INCLUDES) return null
    const source = this.#around.include(name)
    if (source === null || !this.#spend(source.length)) return null
    this.#open.push(name)
    const inner = splitSource(this.evaluate(source)).body.trim()
    this.#open.pop()
    const { start, end } = placeOf(node)
    // Lines inserted into a quote or a list get the prefix of the first line.
    const prefix = body.slice(body.lastIndexOf('\n', start - 1) + 1, start).replace(/[^>\s]/g, ' ')
    // The prefixes of a deep quote can make a short text of many lines long.
    if (prefix !== '' && !this.#spend(prefix.length * (inner.split('\n').length - 1))) return null
    return { start, end, insert: inner.replaceAll('\n', `\n${prefix}`) }
  }

  /** Counts inserted characters against the limit. Returns false when the limit is exceeded. */
  #spend(characters: number): boolean {
    if (characters > this.#left) return false
    this.#left -= characters
    return true
  }
}

function placeOf(node: Content): { start: number; end: number } {
  const start = node.position?.start.offset ?? 0
  return { start, end: node.position?.end.offset ?? start }
}

/** A tag including the end of its line, if it is the only content of the line. */
function lineOf(node: Content, body: string): Edit {
  const { start, end } = placeOf(node)
  const isAlone = start === 0 || body[start - 1] === '\n'
  const ending = isAlone ? (/^[ \t]*\r?\n/.exec(body.slice(end, end + 200))?.[0].length ?? 0) : 0
  return { start, end: end + ending, insert: '' }
}
