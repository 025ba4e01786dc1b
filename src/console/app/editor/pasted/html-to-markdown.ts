/** Text as Markdown that means nothing else. Line breaks of HTML are spaces. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>]/g, String.raw`\$&`)

const BLOCKS: ReadonlySet<string> = new Set([
  'ADDRESS',
  'ARTICLE',
  'ASIDE',
  'BLOCKQUOTE',
  'BODY',
  'DD',
  'DETAILS',
  'DIV',
  'DL',
  'DT',
  'FIGCAPTION',
  'FIGURE',
  'FOOTER',
  'FORM',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'HEADER',
  'HR',
  'LI',
  'MAIN',
  'NAV',
  'OL',
  'P',
  'PRE',
  'SECTION',
  'TABLE',
  'TBODY',
  'TD',
  'TFOOT',
  'TH',
  'THEAD',
  'TR',
  'UL',
])
const IGNORED: ReadonlySet<string> = new Set([
  'SCRIPT',
  'STYLE',
  'META',
  'LINK',
  'TITLE',
  'HEAD',
  'TEMPLATE',
  'NOSCRIPT',
  'BUTTON',
])
const MARKS: Readonly<Record<string, string>> = {
  B: '**',
  STRONG: '**',
  I: '*',
  EM: '*',
  S: '~~',
  DEL: '~~',
  STRIKE: '~~',
}

const STYLES: readonly (readonly [RegExp, string])[] = [
  [/font-weight:\s?(?:bold|[6-9]00)/, '**'],
  [/font-style:\s?italic/, '*'],
  [/text-decoration:[^;]*line-through/, '~~'],
]

/** Deeper elements are taken as text. */
const MAX_DEPTH = 60

const isElement = (node: Node): node is Element => node.nodeType === 1
const isBlock = (node: Node): boolean => isElement(node) && BLOCKS.has(node.tagName)

/** Marks around a text, without the spaces at its ends, which would end or prevent them. */
function marked(text: string, mark: string): string {
  const inner = text.trim()
  const before = text.slice(0, text.length - text.trimStart().length)
  const after = text.slice(text.trimEnd().length)
  return inner === '' ? text : before + mark + inner + mark + after
}

function code(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  const space = /^`|`$/.test(text) ? ' ' : ''
  return fence + space + text.replace(/\s+/g, ' ') + space + fence
}

const target = (url: string): string => (/[\s()<>]/.test(url) ? encodeURI(url).replace(/[()]/g, '') : url)

/** A safe address, or null. Those of documents and programs lead nowhere on a site. */
const linkable = (url: string | null): string | null =>
  url !== null && /^(?:https?:|mailto:|tel:|\/|#|\.)/i.test(url) ? url : null

function inline(node: Node, depth = 0): string {
  if (node.nodeType === 3) return plain(node.textContent ?? '')
  if (!isElement(node) || IGNORED.has(node.tagName) || depth > MAX_DEPTH) return ''
  const inner = () => [...node.childNodes].map((child) => inline(child, depth + 1)).join('')
  const { tagName } = node
  if (tagName === 'BR') return '\\\n'
  if (tagName === 'CODE' || tagName === 'KBD' || tagName === 'SAMP') return code(node.textContent ?? '')
  if (tagName === 'IMG') {
    const source = node.getAttribute('src')
    return source && /^https?:/i.test(source)
      ? `![${plain(node.getAttribute('alt') ?? '')}](${target(source)})`
      : ''
  }
  if (tagName === 'A') {
    const url = linkable(node.getAttribute('href'))
    const text = inner().trim()
    return url === null || text === '' ? text : `[${text}](${target(url)})`
  }
  // Google Docs wraps everything in a <b> that is not bold, and says by styles what is.
  const style = node.getAttribute('data-style') ?? ''
  if (/font-weight:\s?(?:normal|400)/.test(style) && MARKS[tagName] === '**') return inner()
  const styled = STYLES.filter(([pattern]) => pattern.test(style)).map(([, mark]) => mark)
  const marks = new Set([...(MARKS[tagName] === undefined ? [] : [MARKS[tagName]]), ...styled])
  return [...marks].reduce(marked, inner())
}

const indented = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((line, at) => (at === 0 ? prefix + line : line === '' ? '' : ' '.repeat(prefix.length) + line))
    .join('\n')

function list(element: Element, depth: number): string {
  let number = Number(element.getAttribute('start') ?? 1) || 1
  const items = [...element.children].map((item) => {
    // Some editors put a nested list beside its item.
    if (item.tagName === 'UL' || item.tagName === 'OL') return indented(list(item, depth + 1), '  ')
    const box = item.querySelector<HTMLInputElement>(
      ':scope > input[type=checkbox], :scope > label > input[type=checkbox]',
    )
    const text = (box ? (box.hasAttribute('checked') ? '[x] ' : '[ ] ') : '') + blocks(item, depth + 1, '\n')
    const prefix = element.tagName === 'OL' ? `${number}. ` : '- '
    number += 1
    return indented(text, prefix)
  })
  return items.filter((item) => item.trim() !== '').join('\n')
}

/** A table of rows and cells. Cells have one line each. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const width = Math.max(1, ...rows.map(({ length }) => length))
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => (cells[at] ?? '').replace(/\\?\n/g, ' ').replaceAll('|', String.raw`\|`).trim()).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n')
}

function table(element: Element, depth: number): string {
  const rows = [...element.querySelectorAll('tr')].filter((row) => row.closest('table') === element)
  return tableOf(
    rows.map((row) => [...row.children].map((cell) => blocks(cell, depth + 1, ' ').replaceAll('\n', ' '))),
  )
}

function block(element: Element, depth: number): string {
  const { tagName } = element
  const level = /^H([1-6])$/.exec(tagName)?.[1]
  // A page has a title of its own.
  if (level !== undefined)
    return `${'#'.repeat(Math.max(2, Number(level)))} ${inline(element).trim().replaceAll('\\\n', ' ')}`
  if (tagName === 'UL' || tagName === 'OL') return list(element, depth)
  if (tagName === 'TABLE') return table(element, depth)
  if (tagName === 'HR') return '---'
  if (tagName === 'PRE') {
    const named = element.querySelector('[class*=language-]') ?? element
    const language = /\blanguage-([\w+-]+)/.exec(named.className)?.[1] ?? ''
    const text = (element.textContent ?? '').replace(/\n$/, '')
    const fence = text.includes('```') ? '````' : '```'
    return `${fence}${language}\n${text}\n${fence}`
  }
  if (tagName === 'BLOCKQUOTE')
    return blocks(element, depth + 1)
      .replace(/^/gm, '> ')
      .replace(/^> $/gm, '>')
  return blocks(element, depth + 1)
}

/** A text without line breaks at its end, which would be seen as signs. */
const withoutBreaks = (text: string): string =>
  text.endsWith('\\') ? withoutBreaks(text.slice(0, -1).trimEnd()) : text

/** The blocks of an element, and the texts between them as paragraphs. */
function blocks(parent: Node, depth: number, between = '\n\n'): string {
  if (depth > MAX_DEPTH) return plain(parent.textContent ?? '')
  const parts: string[] = []
  let text = ''
  const end = () => {
    const trimmed = withoutBreaks(text.trim())
    if (trimmed !== '') parts.push(trimmed)
    text = ''
  }
  for (const child of parent.childNodes) {
    const hasBlocks = isElement(child) && !isBlock(child) && [...child.children].some(isBlock)
    if (isBlock(child) || hasBlocks) {
      end()
      const made = hasBlocks ? blocks(child, depth + 1) : block(child as Element, depth)
      if (made.trim() !== '') parts.push(made)
    } else text += inline(child)
  }
  end()
  return parts.join(between)
}

/** HTML from elsewhere as Markdown. It is only read: nothing of it gets into the page. */
export const htmlToMarkdown = (content: ParentNode & Node): string =>
  blocks(content, 0)
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Cells that were copied from a spreadsheet, as a table. Null for other text. */
export function spreadsheetToMarkdown(text: string): string | null {
  const lines = text.split(/\r\n?|\n/)
  while (lines.at(-1) === '') lines.pop()
  if (lines.length < 2 || !lines.every((line) => line.includes('\t'))) return null
  return tableOf(lines.map((line) => line.split('\t').map((cell) => plain(cell).trim())))
}
