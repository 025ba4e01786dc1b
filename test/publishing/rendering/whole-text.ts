import { isHtmlName, splitSource } from '../../../src/modules/documents/index.ts'
import { rendered } from './samples.ts'

/** What a page lacks of its source, and what it shows of the source that is no text. */
export interface Problems {
  words: number
  lost: string[]
  directives: string[]
  tags: string[]
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  apos: "'",
  '#39': "'",
}
const decoded = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]+|[a-z]+|#39);/gi, (all, name: string) => {
    const point = /^#x([0-9a-f]+)$/i.exec(name)?.[1]
    if (point) return String.fromCodePoint(Number.parseInt(point, 16))
    const decimal = /^#(\d+)$/.exec(name)?.[1]
    return decimal ? String.fromCodePoint(Number(decimal)) : (named[name] ?? all)
  })

const withoutHtml = (text: string): string =>
  text
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<\/?([a-z][a-z0-9]*)\b(?:[^<>"']|"[^"]*"|'[^']*')*>/gi, (all, name: string) =>
      isHtmlName(name) ? ' ' : all,
    )

/** The text of a source, found without its parser: everything but markup, addresses and names of settings. */
export const wordsOf = (markdown: string): string[] => wordsIn(textOf(markdown))

function textOf(markdown: string): string {
  let fence = ''
  let indent = 0
  const code: string[] = []
  const rest: string[] = []
  for (const line of splitSource(markdown)
    .body.replace(/<!--[\s\S]*?-->/g, ' ')
    .split(/\r?\n/)) {
    // A fence in a list item that nothing closes ends with the item.
    if (/^\s*\d+[.)]\s/.test(line) && line.search(/\S/) < indent) fence = ''
    const mark = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '' && mark !== '') {
      fence = mark
      indent = line.indexOf(mark)
    } else if (fence !== '' && mark.startsWith(fence)) fence = ''
    else (fence === '' ? rest : code).push(line)
  }
  const text = rest
    .join('\n')
    // The title of the target is shown in place of these.
    .replace(/\{% (content-ref|page-ref|include)\b[\s\S]*?\{% end\1 %\}/g, ' ')
    .replace(/\[[^\]\n]*\]\([^)\n]*"mention"\)/g, ' ')
    .replace(
      /\{%\s*(?:tab|step|update|hint|code|swagger|openapi)\b[^%\n]*?title="([^"]*)"[^\n]*?%\}/g,
      ' $1 ',
    )
    .replace(/\{%[\s\S]*?%\}/g, ' ')
    .replace(/^\s*\[[^\]\n]+\]:\s*\S.*$/gm, (line) =>
      line.trim().startsWith('[^') ? line.replace(/\[\^[^\]]*\]:/, '') : ' ',
    )
    .replace(/\[\^[^\]\s]*\]/g, ' ')
    .replace(/\]\[[^\]\n]*\]/g, '] ')
    .replace(/\]\((?:<[^>\n]*>|[^()\s]|\([^()\s]*\))*(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g, '] ')
    .replace(/<(?:https?:|mailto:)[^>]*>/g, ' ')
    .replace(/(?<![\w:]):[a-z][a-z0-9_+-]*:(?![\w:])/g, ' ')
    .replace(/^([\s>]*(?:[-*+]\s+)*)\d{1,9}[.)](?=\s)/gm, '$1')
  return `${decoded(withoutHtml(text))}\n${code.join('\n')}`
}

export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Compares a source with its page, word by word. */
export function problemsOf(markdown: string): Problems {
  const { body } = splitSource(markdown)
  const { html } = rendered(body)
  const outside = html.replace(/<(code|pre|math)\b[\s\S]*?<\/\1>/g, ' ')
  const shown = decoded(withoutHtml(outside))
  // Descriptions of images and names of blocks are part of the page for those who listen to it.
  const attributes = [...html.matchAll(/\s(?:alt|aria-label|href|title)="([^"]*)"/g)].map(([, text]) => text)
  const all = decoded(
    `${html.replace(/<[^>]*>/g, ' ')} ${html.replace(/<[^>]*>/g, '')} ${attributes.join(' ')}`,
  )
  const counts = new Map<string, number>()
  for (const word of wordsIn(all)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = wordsOf(markdown)
  const lost = words.filter((word) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left <= 0
  })
  // What is written as text that looks like a tag is text.
  const escaped = new Set(
    [...body.matchAll(/(?:\\<|&lt;)\/?([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name),
  )
  return {
    words: words.length,
    lost,
    directives: shown.match(/\{%\s*[@a-z][^%]{0,60}%?\}?/gi) ?? [],
    tags: [...shown.matchAll(/<\/?([a-z][a-z0-9]*)\b[^<>]{0,60}>/gi)].flatMap(([tag, name = '']) =>
      isHtmlName(name) && !escaped.has(name) ? [tag] : [],
    ),
  }
}
