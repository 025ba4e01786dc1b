import type { ElementContent, RootContent } from 'hast'
import dart from 'highlight.js/lib/languages/dart'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import elixir from 'highlight.js/lib/languages/elixir'
import groovy from 'highlight.js/lib/languages/groovy'
import haskell from 'highlight.js/lib/languages/haskell'
import http from 'highlight.js/lib/languages/http'
import nginx from 'highlight.js/lib/languages/nginx'
import powershell from 'highlight.js/lib/languages/powershell'
import properties from 'highlight.js/lib/languages/properties'
import protobuf from 'highlight.js/lib/languages/protobuf'
import scala from 'highlight.js/lib/languages/scala'
import { common, createLowlight } from 'lowlight'
import { escaped } from '../../../core/html.ts'

const lowlight = createLowlight({
  ...common,
  dart,
  dockerfile,
  elixir,
  groovy,
  haskell,
  http,
  nginx,
  powershell,
  properties,
  protobuf,
  scala,
})
lowlight.registerAlias({
  json: ['json5', 'jsonc'],
  dockerfile: ['docker'],
  bash: ['curl', 'console', 'shell-session'],
})

/** Longer code is shown without colours. */
const MAX_CHARACTERS = 30_000
/** The patterns of some languages are slow on long lines. */
const LONGEST_LINE = 1_000

/** The lines of code as HTML, with the classes of its tokens. */
export function highlightedLines(lines: readonly string[], language: string): string[] {
  const text = lines.join('\n')
  const isLong = text.length > MAX_CHARACTERS || lines.some((line) => line.length > LONGEST_LINE)
  if (isLong || !lowlight.registered(language)) return lines.map(escaped)
  const writer = new LineWriter()
  writer.nodes(lowlight.highlight(language, text).children, '')
  return writer.lines
}

/** Writes tokens line by line: a token of several lines is closed at the end of each and opened again. */
class LineWriter {
  readonly lines = ['']

  nodes(nodes: readonly (RootContent | ElementContent)[], outerToken: string): void {
    for (const node of nodes) {
      if (node.type === 'text') this.#text(node.value, outerToken)
      else if (node.type === 'element')
        this.nodes(node.children, tokenOf(node.properties.className) || outerToken)
    }
  }

  #text(text: string, token: string): void {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) this.lines.push('')
      if (part === '') continue
      const shown = token === '' ? escaped(part) : `<i class="${token}">${escaped(part)}</i>`
      this.lines[this.lines.length - 1] += shown
    }
  }
}

/** The kinds of tokens that have a colour of their own. */
const kinds: Readonly<Record<string, string>> = {
  keyword: 'k',
  'selector-tag': 'k',
  literal: 'n',
  number: 'n',
  string: 's',
  regexp: 's',
  'template-variable': 'v',
  variable: 'v',
  attr: 'a',
  attribute: 'a',
  property: 'a',
  params: '',
  name: 'k',
  comment: 'c',
  quote: 'c',
  meta: 'm',
  title: 't',
  section: 't',
  function: 't',
  type: 'y',
  built_in: 'y',
  'selector-class': 'y',
  'selector-id': 'y',
  symbol: 'n',
  addition: 'ins',
  deletion: 'rem',
}

function tokenOf(classes: unknown): string {
  const [first] = Array.isArray(classes) ? classes : []
  return kinds[String(first ?? '').replace(/^hljs-/, '')] ?? ''
}
