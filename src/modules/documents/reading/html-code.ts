import type { Element } from 'hast'
import { attributesText } from '../parsing/attributes.ts'
import { codeFields, dataFrom } from '../tree/forms.ts'
import type { Attributes } from '../tree/types.ts'
import { onlyElements, property, wordsIn } from './html.ts'

export interface CodeLine {
  text: string
  isHighlighted: boolean
}

interface HtmlCode {
  data: Attributes
  lines: CodeLine[]
}

/**
 * `<pre class="language-js" data-title="a.js"><code>`: code with lines that are highlighted by `<strong>`, which fenced
 * code cannot express. Undefined if the element contains anything else.
 */
export function htmlCode(pre: Element): HtmlCode | undefined {
  const [code, second] = onlyElements(pre.children) ?? []
  if (code?.tagName !== 'code' || second !== undefined) return undefined
  const syntax = languageOf(pre) ?? languageOf(code)
  return { data: { ...dataOf(pre), ...(syntax ? { syntax } : {}) }, lines: linesOf(code) }
}

const languageOf = (element: Element): string | undefined =>
  /(?:^|\s)lang(?:uage)?-(\S+)/.exec(property(element, 'className') ?? '')?.[1]

/** `data-line-numbers` is the attribute `lineNumbers` of a code tag. Without a value, it is true. */
function dataOf(pre: Element): Attributes {
  const attributes = Object.keys(pre.properties).flatMap((name): [string, string][] => {
    const [, first, rest] = /^data([A-Z])(.*)$/.exec(name) ?? []
    if (first === undefined || rest === undefined) return []
    return [[first.toLowerCase() + rest, property(pre, name) || 'true']]
  })
  return dataFrom(attributesText(attributes), codeFields)
}

function linesOf(code: Element): CodeLine[] {
  const lines: CodeLine[] = [{ text: '', isHighlighted: false }]
  for (const child of code.children) {
    const isHighlighted = child.type === 'element' && child.tagName === 'strong'
    const parts = wordsIn([child]).split('\n')
    for (const [at, text] of parts.entries()) {
      if (at > 0) lines.push({ text: '', isHighlighted: false })
      const line = lines.at(-1)
      if (line === undefined) continue
      line.text += text
      const isPartOfLine = text !== '' || at < parts.length - 1
      line.isHighlighted ||= isHighlighted && isPartOfLine
    }
  }
  // The last line ends with a line break, which is not a line of its own.
  if (lines.length > 1 && lines.at(-1)?.text === '') lines.pop()
  return lines
}
