import { isDeepStrictEqual } from 'node:util'
import { Document, isMap, isScalar, type Pair, parseDocument, Scalar, type YAMLMap } from 'yaml'
import { type FrontMatterProblem, parseFrontMatter, splitSource } from '../documents/index.ts'
import { isKeyed, type Keyed } from './keyed.ts'

/** Thrown when the front matter to patch cannot be parsed. */
export class FrontMatterError extends Error {
  readonly problem: FrontMatterProblem

  constructor(problem: FrontMatterProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/**
 * Sets keys of the front matter of a page, and removes keys that are set to undefined. Comments, order, quoting and
 * all other keys stay the same, byte for byte. A page without front matter gets one if there is a value to set.
 */
export function patchFrontMatter(source: string, changes: Keyed): string {
  const { frontMatter, body, bodyStart } = splitSource(source)
  const ending = /\r\n/.test(source) && !/(^|[^\r])\n/.test(source) ? '\r\n' : '\n'
  const patched = patchFrontMatterText((frontMatter ?? '').replaceAll('\r\n', '\n'), changes)
  if (patched === (frontMatter ?? '').replaceAll('\r\n', '\n')) return source
  const written = patched.replaceAll('\n', ending)
  if (frontMatter === null) {
    const gap = body === '' || /^\r?\n/.test(body) ? '' : ending
    return `---${ending}${written}---${ending}${gap}${body}`
  }
  if (patched.trim() === '') return body.replace(/^\r?\n/, '')
  const head = source.slice(0, bodyStart)
  const at = head.indexOf('\n') + 1
  return head.slice(0, at) + written + head.slice(at + frontMatter.length) + body
}

/** Patches the text between the fences, whose lines end with a line feed. */
export function patchFrontMatterText(text: string, requested: Keyed): string {
  // A copy contains only plain objects, so that it can be compared with the parsed value.
  const changes = structuredClone(requested)
  const parsed = parseFrontMatter(text)
  if ('error' in parsed) throw new FrontMatterError(parsed.error)
  const wanted = applied(parsed.values, changes)
  if (isDeepStrictEqual(wanted, parsed.values)) return text
  const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`
  const map = parsed.document.contents
  const patched = isMap(map)
    ? withEdits(whole, editsOf(whole, map, parsed.values, changes, ''))
    : whole +
      Object.entries(wanted)
        .map(([key, value]) => pairText(key, value, ''))
        .join('')
  const result = parseFrontMatter(patched)
  if ('values' in result && isDeepStrictEqual(result.values, wanted)) return patched
  return rewritten(text, wanted)
}

/**
 * Rewrites front matter that cannot be patched in place, such as aliases and complex keys. Correctness is more
 * important than formatting.
 */
function rewritten(text: string, wanted: Keyed): string {
  const document = parseDocument(text)
  for (const pair of isMap(document.contents) ? [...document.contents.items] : []) {
    const key = keyNameOf(pair)
    if (!Object.hasOwn(wanted, key)) document.delete(pair.key)
  }
  for (const [key, value] of Object.entries(wanted))
    if (!isDeepStrictEqual(document.toJS()?.[key], value)) document.set(key, document.createNode(value))
  return document.toString({ lineWidth: 0 })
}

interface Edit {
  start: number
  end: number
  insert: string
}

function withEdits(text: string, edits: Edit[]): string {
  let result = text
  // From the end, so that earlier positions stay valid. Insertions at the same position keep their order.
  const order = edits.map((edit, index) => ({ ...edit, index }))
  order.sort((one, other) => other.start - one.start || other.end - one.end || other.index - one.index)
  for (const { start, end, insert } of order) result = result.slice(0, start) + insert + result.slice(end)
  return result
}

function editsOf(text: string, map: YAMLMap, values: Keyed, changes: Keyed, indent: string): Edit[] {
  const edits: Edit[] = []
  let end = 0
  const left = new Map(Object.entries(changes))
  for (const pair of map.items) {
    end = Math.max(end, lineEnd(text, rangeOf(pair)[2]))
    const key = keyNameOf(pair)
    if (!left.has(key)) continue
    const value = left.get(key)
    left.delete(key)
    if (!isDeepStrictEqual(values[key], value))
      edits.push(...pairEdits(text, pair, values[key], value, indent))
  }
  for (const [key, value] of left)
    if (value !== undefined) edits.push({ start: end, end, insert: pairText(key, value, indent) })
  return edits
}

function pairEdits(text: string, pair: Pair, old: unknown, value: unknown, indent: string): Edit[] {
  const start = keyStart(pair)
  const [valueStart, contentEnd, valueEnd] = rangeOf(pair)
  if (value === undefined)
    return [{ start: lineStart(text, start), end: lineEnd(text, valueEnd), insert: '' }]
  const node = pair.value
  const isBlock = isMap(node) && !node.flow && node.items.length > 0
  if (isBlock && isKeyed(old) && isKeyed(value) && Object.keys(value).length > 0) {
    const changes = { ...Object.fromEntries(Object.keys(old).map((key) => [key, undefined])), ...value }
    const first = node.items[0]
    const inner = first ? text.slice(lineStart(text, keyStart(first)), keyStart(first)) : `${indent}  `
    return editsOf(text, node, old, changes, inner)
  }
  const style = isScalar(node) ? (node.type ?? undefined) : undefined
  const isFlowScalar = style !== undefined && !style.startsWith('BLOCK') && contentEnd > valueStart
  const rendered = pairText(keyNameOf(pair), value, indent, style)
  const flat = singleLineValue(value, style)
  if (isFlowScalar && flat !== null) return [{ start: valueStart, end: contentEnd, insert: flat }]
  if (contentEnd === valueStart && flat !== null) {
    const colon = text.indexOf(':', keyEnd(pair)) + 1
    return [{ start: colon, end: colon, insert: ` ${flat}` }]
  }
  const isWholeLines = text[contentEnd - 1] === '\n'
  const insert = isWholeLines ? rendered : rendered.replace(/\n$/, '')
  return [{ start, end: contentEnd, insert: insert.slice(indent.length) }]
}

function pairText(key: string, value: unknown, indent: string, style?: Scalar.Type): string {
  const document = new Document({})
  document.set(key, styled(document, value, style))
  // Folded text keeps the line width of the author. All other text stays on one line.
  const text = document.toString({ lineWidth: style === 'BLOCK_FOLDED' ? 80 : 0 })
  return text.replace(/^(?=.)/gm, indent)
}

function singleLineValue(value: unknown, style: Scalar.Type | undefined): string | null {
  if (isKeyed(value) || Array.isArray(value)) return null
  const text = pairText('k', value, '', style)
  return /^k: [^\n]*\n$/.test(text) ? text.slice('k: '.length, -1) : null
}

function styled(document: Document, value: unknown, style: Scalar.Type | undefined): unknown {
  if (typeof value !== 'string' || style === undefined || style === 'PLAIN') return document.createNode(value)
  const scalar = new Scalar(value)
  scalar.type = style
  return scalar
}

/** The values after the changes. Keys that are set to undefined are removed. */
function applied(values: Keyed, changes: Keyed): Record<string, unknown> {
  const merged = new Map([...Object.entries(values), ...Object.entries(changes)])
  return Object.fromEntries([...merged].filter(([, value]) => value !== undefined))
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

/** The position after the end of the line that contains `at`, or `at` if a line begins there. */
function lineEnd(text: string, at: number): number {
  if (at > 0 && text[at - 1] === '\n') return at
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

const keyNameOf = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key)
const keyRange = (pair: Pair): readonly [number, number, number] =>
  (isScalar(pair.key) ? pair.key.range : null) ?? [0, 0, 0]
const keyStart = (pair: Pair): number => keyRange(pair)[0]
const keyEnd = (pair: Pair): number => keyRange(pair)[1]

/** The range of the value, or the end of the key if there is no value. */
function rangeOf(pair: Pair): readonly [number, number, number] {
  const value = pair.value
  const range = typeof value === 'object' && value !== null && 'range' in value ? value.range : null
  // Nodes of the parser have a range; its types are wider.
  return (range as [number, number, number] | null) ?? [keyEnd(pair), keyEnd(pair), keyEnd(pair)]
}
