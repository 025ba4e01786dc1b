import type { Nodes, PhrasingContent } from 'mdast'
import { encodeText } from '../parsing/attributes.ts'
import { type Content, OpenTags, tagOf } from '../parsing/pairs.ts'
import { parseMarkdown } from '../parsing/parse.ts'
import { elementAt, sourceIn } from '../reading/inline-html.ts'
import { splitSource } from '../source/split-source.ts'
import { conditionHolds } from './condition.ts'
import { evaluateExpression, type Scope, text } from './evaluate.ts'
import { type Edit, type Mark, marksInRow, marksInText, marksOf, placeOf, Ranges } from './marks.ts'

const MAX_INCLUDES = 8
const MAX_CHARACTERS = 2_000_000

/** The values that a source can refer to while it is evaluated. */
interface EvaluationContext {
  scope: Scope
  /** The text that `{% include "…" %}` is replaced with. Null if it does not exist. */
  include(target: string): string | null
  /** True if all conditions hold: for writers, who see what any reader can see. */
  showsAll?: boolean
}

/** A part of a source that was replaced, and the length of what it was replaced with. */
export interface Replaced {
  start: number
  end: number
  length: number
}

/** An evaluated source, and where it differs from what was written, in order. */
export interface EvaluatedText {
  text: string
  replaced: Replaced[]
}

/** Evaluates the expressions and conditions of a source and inserts its includes. Front matter is unchanged. */
export function evaluateMarkdown(source: string, context: EvaluationContext): string {
  return new Evaluator(context).evaluate(source)
}

/** The input of an evaluation, as plain data. */
export interface Evaluation {
  source: string
  scope: Scope
  included: ReadonlyMap<string, string>
}

export const evaluateWith = ({ source, scope, included }: Evaluation): string =>
  evaluateMarkdown(source, { scope, include: (target) => included.get(target) ?? null })

/** The same as every reader together would see it, and where it was evaluated. */
export function evaluateForWriters({ source, scope, included }: Evaluation): EvaluatedText {
  const include = (target: string) => included.get(target) ?? null
  return new Evaluator({ scope, include, showsAll: true }).evaluated(source)
}

/** Conditions, includes and expressions. Finding them is much faster than parsing the source, which has other tags too. */
const EVALUATED = /\{%-?\s*(?:end\s*)?(?:if|include)\b|class\s*=\s*(?:["']\s*)?expression/i

/** Whether a source can contain anything to evaluate. */
export const mayNeedEvaluation = (source: string) => EVALUATED.test(source)

class Evaluator {
  readonly #context: EvaluationContext
  #left = MAX_CHARACTERS
  #open: string[] = []

  constructor(context: EvaluationContext) {
    this.#context = context
  }

  evaluate(source: string): string {
    return this.evaluated(source).text
  }

  evaluated(source: string): EvaluatedText {
    if (!mayNeedEvaluation(source)) return { text: source, replaced: [] }
    const { body: whole, bodyStart: from } = splitSource(source)
    // The parser does not count a byte order mark.
    const mark = whole.startsWith('\uFEFF') ? 1 : 0
    const [body, bodyStart] = [whole.slice(mark), from + mark]
    const edits: Edit[] = []
    // The parser returns only blocks at the top level; its types are wider.
    this.#blocks(parseMarkdown(body).children as Content[], body, edits)
    let result = source.slice(0, bodyStart)
    let at = 0
    const replaced: Replaced[] = []
    for (const { start, end, insert } of edits.sort(inOrder)) {
      // What is inside of hidden text is hidden with it.
      if (start < at) continue
      result += body.slice(at, start) + insert
      replaced.push({ start: start + bodyStart, end: end + bodyStart, length: insert.length })
      at = end
    }
    return { text: result + body.slice(at), replaced }
  }

  #blocks(content: readonly Content[], body: string, edits: Edit[]): void {
    const marks = content.flatMap((node) => marksOf(node, body))
    const hidden = this.#conditions(marks, edits, undefined)
    for (const node of content) {
      const { start } = placeOf(node)
      if (hidden.has(start)) continue
      const tag = tagOf(node)
      if (tag?.name === 'include' && !tag.isEnd) {
        const edit = this.#included(node, tag.source, body)
        if (edit) edits.push(edit)
      } else if (node.type === 'html') {
        this.#html(node, body, edits)
      } else {
        this.#inside(node, body, edits)
      }
    }
  }

  /**
   * Removes conditions and what they hide. A condition without an end is left as it is, or ends at `end`. Returns what
   * is hidden.
   */
  #conditions(marks: readonly Mark[], edits: Edit[], end: number | undefined): Ranges {
    const ends = new Map<number, number>()
    const tags = new OpenTags()
    for (const [at, { tag }] of marks.entries()) {
      if (!tag.isEnd) tags.open(tag.name, at)
      else {
        const start = tags.close(tag.name)
        if (start !== undefined) ends.set(start, at)
      }
    }
    const hidden = new Ranges()
    for (const [at, { tag, edit }] of marks.entries()) {
      if (tag.name !== 'if' || tag.isEnd || edit === undefined) continue
      const last = ends.get(at)
      const closing = last === undefined ? undefined : marks[last]?.edit
      const until = closing?.end ?? end
      if (until === undefined || hidden.has(edit.start)) continue
      const { scope, showsAll } = this.#context
      const isKept = showsAll || conditionHolds(tag.source, scope)
      edits.push(isKept ? edit : { ...edit, end: until })
      if (!isKept) hidden.add(edit.start, until)
      else if (closing) edits.push(closing)
    }
    return hidden
  }

  #inside(node: Nodes, body: string, edits: Edit[]): void {
    if (node.type === 'blockquote' || node.type === 'listItem' || node.type === 'footnoteDefinition') {
      this.#blocks(node.children, body, edits)
    } else if (node.type === 'list' || node.type === 'table' || node.type === 'tableRow') {
      if (node.type === 'tableRow') this.#conditions(marksInRow(node, body), edits, node.position?.end.offset)
      for (const child of node.children) this.#inside(child, body, edits)
    } else if ('children' in node) {
      const content = node.children as PhrasingContent[]
      this.#conditions(marksInText(content, body), edits, content.at(-1)?.position?.end.offset)
      this.#words(content, body, edits)
    }
  }

  #words(content: PhrasingContent[], body: string, edits: Edit[]): void {
    for (let at = 0; at < content.length; at += 1) {
      const node = content[at]
      if (node === undefined) continue
      const element = node.type === 'html' ? elementAt(content, at) : undefined
      const isExpression = element?.name === 'code' && element.attributes.get('class') === 'expression'
      if (element && isExpression) {
        const value = this.#valueOf(sourceIn(element, body))
        const start = node.position?.start.offset
        const end = content[element.end]?.position?.end.offset
        if (value !== null && start !== undefined && end !== undefined) {
          edits.push({ start, end, insert: value })
        }
        at = element.end
      } else if ('children' in node) {
        this.#words(node.children, body, edits)
      }
    }
  }

  /** Evaluates expressions in the cells of a table that is written as HTML. */
  #html(node: Extract<Content, { type: 'html' }>, body: string, edits: Edit[]): void {
    const { start: from, end } = placeOf(node)
    for (const found of body.slice(from, end).matchAll(/<code class="expression">([^<]*)<\/code>/g)) {
      const value = this.#valueOf(found[1] ?? '')
      if (value === null) continue
      const start = from + found.index
      edits.push({ start, end: start + found[0].length, insert: value })
    }
  }

  /** The value of an expression, escaped for the text. Null leaves the expression as written. */
  #valueOf(expression: string): string | null {
    try {
      const words = text(evaluateExpression(expression.trim(), this.#context.scope))
      if (words.length > this.#left) return null
      const escaped = encodeText(words)
      return this.#spend(escaped.length) ? escaped : null
    } catch {
      return null
    }
  }

  #included(node: Content, written: string, body: string): Edit | null {
    const target = /^(?:"([^"]*)"|'([^']*)')$/.exec(written)
    const name = target?.[1] ?? target?.[2]
    if (name === undefined || this.#open.includes(name) || this.#open.length >= MAX_INCLUDES) return null
    const source = this.#context.include(name)
    if (source === null || !this.#spend(source.length)) return null
    this.#open.push(name)
    const inner = splitSource(this.evaluate(source)).body.trim()
    this.#open.pop()
    const { start, end } = placeOf(node)
    const line = body.lastIndexOf('\n', start - 1) + 1
    const column = node.type === 'tagLine' ? node.column : undefined
    // Lines inserted into a quote or a list get the prefix of the first line.
    const prefix = body
      .slice(line, column === undefined ? start : Math.min(start, line + column - 1))
      .replace(/[^>\s]/g, ' ')
    // The prefixes of a deep quote can make a short text of many lines long.
    if (prefix !== '' && !this.#spend(prefix.length * (inner.split('\n').length - 1))) return null
    const insert = inner.replaceAll('\n', `\n${prefix}`)
    // Between words, it is a paragraph of its own.
    const gap = column === undefined ? '' : `\n${prefix}\n${prefix}`
    return { start, end, insert: `${gap}${insert}${gap}` }
  }

  /** Counts inserted characters against the limit. Returns false when the limit is exceeded. */
  #spend(characters: number): boolean {
    if (characters > this.#left) return false
    this.#left -= characters
    return true
  }
}

const inOrder = (one: Edit, other: Edit): number => one.start - other.start || other.end - one.end
