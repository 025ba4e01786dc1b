import type { Heading, PhrasingContent, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import {
  githubSyntax,
  markdownText,
  parsingLimits,
  splitSource,
  tagLineSyntax,
  tagLineToTree,
} from '../documents/index.ts'

/** The first heading of the highest level, as it stands in a source. */
export interface TitleHeading {
  /** What it says, without markup. */
  title: string
  /** Where its text stands: from the first character to the last, a trailing anchor not included. */
  textStart: number
  textEnd: number
  /** Where the whole heading stands, marks and underline included. */
  start: number
  end: number
}

/** A title stands near the beginning: what is further down is not parsed for one, however long the page is. */
const TITLE_WITHIN = 2_000

const LEADING_HEADING = /^(?:[ \t]*\r?\n)*(#[ \t][^\r\n]*)/

/** The heading that titles a page; null when it has none. */
export function titleHeading(source: string): TitleHeading | null {
  const { body, bodyStart } = splitSource(source)
  // Nearly every page begins with its title: then one line is all there is to parse.
  const leading = LEADING_HEADING.exec(body)
  const line = leading?.[1]
  if (leading && line !== undefined)
    return headingIn(parse(line), bodyStart + leading[0].length - line.length, line)
  const beginning = beginningOf(body)
  return mayHaveHeading(beginning) ? headingIn(parse(beginning), bodyStart, beginning) : null
}

/** Whole lines, since half of one could read as something else. */
function beginningOf(body: string): string {
  if (body.length <= TITLE_WITHIN) return body
  return body.slice(0, body.lastIndexOf('\n', TITLE_WITHIN) + 1)
}

/** Every heading of the highest level begins with a single mark or is underlined by `=`. */
const mayHaveHeading = (text: string): boolean => /#(?!#)|=/.test(text)

/** Replaces the text of the heading that titles a page; a page without one stays as it is. */
export function patchTitle(source: string, title: string): string {
  const heading = titleHeading(source)
  const wanted = title.replace(/\s+/g, ' ').trim()
  if (!heading || wanted === '' || heading.title === wanted) return source
  const isBare = heading.textStart === heading.textEnd
  const [before, after] = [source.slice(0, heading.textStart), source.slice(heading.textEnd)]
  // Underlined text reads otherwise at the beginning of a line than behind a mark, and rare texts need every escape.
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
    extensions: [githubSyntax, tagLineSyntax(), parsingLimits()],
    mdastExtensions: [...gfmFromMarkdown(), tagLineToTree()],
  })
}

function headingIn(root: Root, offset: number, text: string): TitleHeading | null {
  const heading = root.children.find((node): node is Heading => node.type === 'heading' && node.depth === 1)
  const start = heading?.position?.start.offset
  const end = heading?.position?.end.offset
  if (!heading || start === undefined || end === undefined) return null
  const children = withoutAnchor(heading.children)
  const bare = start + (/^#/.exec(text.slice(start, end))?.[0].length ?? 0)
  const textStart = children[0]?.position?.start.offset ?? bare
  const last = children.at(-1)
  const lastEnd = last?.position?.end.offset ?? bare
  // Blanks between the text and an anchor behind it belong to neither.
  const words = text.slice(textStart, lastEnd)
  const trailing = last?.type === 'text' ? words.length - words.trimEnd().length : 0
  return {
    title: children.map(markdownText).join('').replace(/\s+/g, ' ').trim(),
    textStart: offset + textStart,
    textEnd: offset + lastEnd - trailing,
    start: offset + start,
    end: offset + end,
  }
}

/** `# Title <a href="#x" id="x"></a>`: the anchor at the end is no part of the title. */
function withoutAnchor(children: readonly PhrasingContent[]): PhrasingContent[] {
  const kept = [...children]
  while (kept.at(-1)?.type === 'html') kept.pop()
  const last = kept.at(-1)
  if (kept.length < children.length && last?.type === 'text' && last.value.trim() === '') kept.pop()
  return kept
}
