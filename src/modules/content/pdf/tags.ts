import { type CodeBlock, type DocumentNode, isRawHtml } from '../document/index.ts'

/** What a block is to the structure around it: the start or end of a tag, or a thing by itself. */
export type Token =
  | { kind: 'open'; name: string; attributes: Attributes; source: string; inner: string }
  | { kind: 'close'; name: string }
  | { kind: 'block'; node: DocumentNode }

export type Attributes = Readonly<Record<string, string>>

const tag = /^\{%-?\s*(end)?([a-z][\w-]*)\s*(.*?)\s*-?%\}$/i
const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'%]+))/g
const detailsStart = /^\s*<details\b[^>]*>\s*(?:<summary\b[^>]*>([\s\S]*?)<\/summary>)?/i
const summary = /^\s*<summary\b[^>]*>([\s\S]*?)<\/summary>\s*$/i
const detailsEnd = /^\s*<\/details>\s*$/i

export function tokenOf(node: DocumentNode): Token {
  const written = tagText(node)
  const found = written === undefined ? null : tag.exec(written)
  if (found !== null) {
    const name = (found[2] ?? '').toLowerCase()
    if (found[1] !== undefined) return { kind: 'close', name }
    return { kind: 'open', name, attributes: attributesIn(found[3] ?? ''), source: found[3] ?? '', inner: '' }
  }
  if (node.type === 'code' && isRawHtml(node)) return htmlToken(node)
  return { kind: 'block', node }
}

function htmlToken(node: CodeBlock): Token {
  const html = linesOf(node).join('\n')
  if (detailsEnd.test(html)) return { kind: 'close', name: 'details' }
  const title = summary.exec(html)?.[1]
  if (title !== undefined) return htmlOpening('summary', title, '')
  const start = detailsStart.exec(html)
  // Details whose end is in the same piece of HTML are read as HTML.
  if (start === null || /<\/details>/i.test(html)) return { kind: 'block', node }
  return htmlOpening('details', start[1] ?? '', html.slice(start[0].length))
}

function htmlOpening(name: string, title: string, inner: string): Token {
  const words = title.replace(/<[^>]*>/g, '').trim()
  return { kind: 'open', name, attributes: { title: words }, source: '', inner }
}

export function linesOf(code: CodeBlock): string[] {
  return code.nodes.map((line) => line.nodes.flatMap((text) => text.leaves.map((leaf) => leaf.text)).join(''))
}

function tagText(node: DocumentNode): string | undefined {
  if (node.type !== 'paragraph' || node.nodes.length !== 1) return undefined
  const [only] = node.nodes
  if (only?.object !== 'text' || only.leaves.length !== 1) return undefined
  const [leaf] = only.leaves
  return leaf !== undefined && leaf.marks.length === 0 && leaf.text.startsWith('{%') ? leaf.text : undefined
}

function attributesIn(source: string): Attributes {
  return Object.fromEntries(
    Array.from(source.matchAll(attribute), ([, name, double, single, bare]) => [
      name ?? '',
      double ?? single ?? bare ?? '',
    ]),
  )
}
