import type { Nodes, Parent } from 'mdast'
import { type Extension, fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { blockSyntax, parsingLimits, splitSource, tagLineToTree } from '../documents/index.ts'

/** Where a text has an address, and how it is written there. */
export interface LinkPlace {
  /** The offsets of its first character and of the one after its last, without brackets and quotes. */
  start: number
  end: number
  /** `plain` and `bracketed` are destinations in Markdown, as in `[a](b)` and `[a](<b>)`. */
  form: 'plain' | 'bracketed' | 'quoted'
}

/** Attributes of HTML, and of tags such as `{% content-ref url="…" %}`. */
const HTML_ATTRIBUTE = /\s(?:href|src|srcset|poster)\s*=\s*(?:"([^"]*)"|'([^']*)')/dgi
const TAG_ATTRIBUTE = /\b(?:url|src|page|href)\s*=\s*(?:"([^"]*)"|'([^']*)')/dg
const INCLUDE = /^\{%-?\s*include\s+(?:"([^"]*)"|'([^']*)')/dg

/** The addresses in the text of a page, in their order. Code has none, and neither has front matter. */
export function linkPlaces(source: string): LinkPlace[] {
  const { body, bodyStart } = splitSource(source)
  const places: LinkPlace[] = []
  const destination: NonNullable<Extension['enter']>[string] = ({ start, end }) => {
    const isBracketed = body[start.offset] === '<'
    const by = isBracketed ? 1 : 0
    places.push({ start: start.offset + by, end: end.offset - by, form: isBracketed ? 'bracketed' : 'plain' })
  }
  const root = fromMarkdown(body, {
    extensions: [...blockSyntax, parsingLimits()],
    mdastExtensions: [
      ...gfmFromMarkdown(),
      tagLineToTree(),
      { enter: { resourceDestination: destination, definitionDestination: destination } },
    ],
  })
  const code: [number, number][] = []
  for (const node of nodesIn(root)) {
    const start = node.position?.start.offset ?? 0
    const end = node.position?.end.offset ?? 0
    if (node.type === 'code' || node.type === 'inlineCode') code.push([start, end])
    else if (node.type === 'html') places.push(...quotedIn(body.slice(start, end), HTML_ATTRIBUTE, start))
  }
  places.push(...tagPlaces(body, code))
  places.sort((one, other) => one.start - other.start)
  return places.flatMap((place, at) =>
    place.start < (places[at - 1]?.end ?? 0)
      ? []
      : [{ ...place, start: place.start + bodyStart, end: place.end + bodyStart }],
  )
}

function* nodesIn(node: Nodes): Generator<Nodes> {
  const open: Nodes[] = [node]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    if ('children' in next) open.push(...[...(next as Parent).children].reverse())
  }
}

function* tagPlaces(body: string, code: readonly [number, number][]): Generator<LinkPlace> {
  let at = 0
  for (const [start, end] of tagsIn(body)) {
    while ((code[at]?.[1] ?? Number.POSITIVE_INFINITY) <= start) at += 1
    if ((code[at]?.[0] ?? Number.POSITIVE_INFINITY) <= start) continue
    const tag = body.slice(start, end)
    yield* quotedIn(tag, INCLUDE, start)
    yield* quotedIn(tag, TAG_ATTRIBUTE, start)
  }
}

/** Where tags are, each of which is in one line. Not by a pattern, which would search the line for every beginning. */
function* tagsIn(body: string): Generator<[number, number]> {
  let lineStart = 0
  for (const line of body.split('\n')) {
    for (let start = line.indexOf('{%'); start >= 0; ) {
      const close = line.indexOf('%}', start + 2)
      if (close < 0) break
      yield [lineStart + start, lineStart + close + 2]
      start = line.indexOf('{%', close + 2)
    }
    lineStart += line.length + 1
  }
}

function* quotedIn(text: string, pattern: RegExp, by: number): Generator<LinkPlace> {
  for (const { indices } of text.matchAll(pattern)) {
    const range = indices?.[1] ?? indices?.[2]
    if (range) yield { start: range[0] + by, end: range[1] + by, form: 'quoted' }
  }
}
