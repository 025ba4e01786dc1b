import type { PhrasingContent, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import {
  blockSyntax,
  markdownText,
  parsingLimits,
  readFrontMatter,
  splitSource,
  tagLineToTree,
  unconditionalText,
} from '../documents/index.ts'
import type { Keyed } from './keyed.ts'
import { patchFrontMatter } from './patch-front-matter.ts'

/** A heading of level 1 that is the first block of a source. */
interface TitleHeading {
  /** The text without markup and conditions. */
  title: string
  /** The range of its text, without a trailing anchor. */
  textStart: number
  textEnd: number
  /** The range of the whole heading, including its marks and underline. */
  start: number
  end: number
}

/** Only this many characters are searched for a title, however long the page is. */
const TITLE_WITHIN = 2_000

/** A heading of words alone, without anything that could be markup: most are. */
const PLAIN_HEADING = /^#[ \t]+([\p{L}\p{N}](?:[\p{L}\p{N} ,()'’/-]*[\p{L}\p{N})])?)$/u

const LEADING_HEADING = /^(?:[ \t]*\r?\n)*(#[ \t][^\r\n]*)/

/** The title in the front matter of a source. */
export function statedTitle(values: Keyed): string | undefined {
  const { title } = values
  if (typeof title === 'number') return String(title)
  return typeof title === 'string' ? unconditionalText(title).trim() || undefined : undefined
}

/**
 * The heading that is the title of a page whose front matter has none: a later heading is part of the text. Null if
 * there is none.
 */
export function titleHeading(source: string): TitleHeading | null {
  const { body, bodyStart } = splitSource(source)
  // Almost every page begins with its title, so usually one line is parsed.
  const leading = LEADING_HEADING.exec(body)
  const line = leading?.[1]
  if (leading && line !== undefined) {
    const offset = bodyStart + leading[0].length - line.length
    return plainHeading(line, offset) ?? headingIn(parse(line), offset, line)
  }
  const beginning = beginningOf(body)
  return mayHaveHeading(beginning) ? headingIn(parse(beginning), bodyStart, beginning) : null
}

/** The same as the parser finds, in a hundredth of the time. */
function plainHeading(line: string, start: number): TitleHeading | null {
  const words = PLAIN_HEADING.exec(line)?.[1]
  if (words === undefined) return null
  const end = start + line.length
  return { title: words.replace(/ +/g, ' '), textStart: end - words.length, textEnd: end, start, end }
}

/** Cuts at the end of a line, because part of a line could be parsed differently. */
function beginningOf(body: string): string {
  if (body.length <= TITLE_WITHIN) return body
  return body.slice(0, body.lastIndexOf('\n', TITLE_WITHIN) + 1)
}

/** Every heading of level 1 begins with a single `#` or is underlined with `=`. */
const mayHaveHeading = (text: string): boolean => /#(?!#)|=/.test(text)

/**
 * Replaces the title in the front matter and in the heading that repeats it, or in the heading. A page without a
 * title is unchanged.
 */
export function patchTitle(source: string, title: string): string {
  const read = readFrontMatter(splitSource(source).frontMatter ?? '')
  const stated = 'values' in read ? statedTitle(read.values) : undefined
  const wanted = title.replace(/\s+/g, ' ').trim()
  const heading = titleHeading(source)
  if (stated === undefined) return patchHeading(source, heading, wanted)
  if (wanted === '' || stated === wanted) return source
  const patched = heading?.title === stated ? patchHeading(source, heading, wanted) : source
  return patchFrontMatter(patched, { title: wanted })
}

function patchHeading(source: string, heading: TitleHeading | null, wanted: string): string {
  if (!heading || wanted === '' || heading.title === wanted) return source
  const isBare = heading.textStart === heading.textEnd
  const [before, after] = [source.slice(0, heading.textStart), source.slice(heading.textEnd)]
  // Text at the beginning of a line is parsed differently than text after a `#`, and a few texts need every escape.
  const patched = [markdownOf(wanted), escaped(wanted)].flatMap((text) => [
    before + (isBare ? ` ${text}` : text) + after,
    `${source.slice(0, heading.start)}# ${text}${source.slice(heading.end)}`,
  ])
  return patched.find((each) => titleHeading(each)?.title === wanted) ?? patched[0] ?? source
}

function markdownOf(text: string): string {
  const heading = { type: 'heading', depth: 1, children: [{ type: 'text', value: text }] } as const
  return toMarkdown({ ...heading, children: [...heading.children] }, { extensions: [gfmToMarkdown()] })
    .trim()
    .replace(/^# /, '')
}

const escaped = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')

function parse(markdown: string): Root {
  return fromMarkdown(markdown, {
    extensions: [...blockSyntax, parsingLimits()],
    mdastExtensions: [...gfmFromMarkdown(), tagLineToTree()],
  })
}

function headingIn(root: Root, offset: number, text: string): TitleHeading | null {
  const heading = root.children.find((node) => !isComment(node))
  if (heading?.type !== 'heading' || heading.depth !== 1) return null
  const start = heading.position?.start.offset
  const end = heading.position?.end.offset
  if (start === undefined || end === undefined) return null
  const children = withoutAnchor(heading.children)
  const bare = start + (/^#/.exec(text.slice(start, end))?.[0].length ?? 0)
  const textStart = children[0]?.position?.start.offset ?? bare
  const last = children.at(-1)
  const lastEnd = last?.position?.end.offset ?? bare
  // Spaces between the text and an anchor belong to neither.
  const words = text.slice(textStart, lastEnd)
  const trailing = last?.type === 'text' ? words.length - words.trimEnd().length : 0
  return {
    title: unconditionalText(children.map(markdownText).join('')).replace(/\s+/g, ' ').trim(),
    textStart: offset + textStart,
    textEnd: offset + lastEnd - trailing,
    start: offset + start,
    end: offset + end,
  }
}

/** Comments, such as settings of linters, are not shown. */
const isComment = (node: RootContent): boolean =>
  node.type === 'html' && node.value.startsWith('<!--') && node.value.indexOf('-->') === node.value.length - 3

/** `# Title <a href="#x" id="x"></a>`: the anchor at the end is not part of the title. */
function withoutAnchor(children: readonly PhrasingContent[]): PhrasingContent[] {
  const kept = [...children]
  while (kept.at(-1)?.type === 'html') kept.pop()
  const last = kept.at(-1)
  if (kept.length < children.length && last?.type === 'text' && last.value.trim() === '') kept.pop()
  return kept
}
