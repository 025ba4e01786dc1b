import { type AttributeValue, attributes, Html, html, nothing } from '../../../core/html.ts'
import type { CodeBlock } from '../../documents/index.ts'
import type { Context } from '../document/context.ts'
import { linesOf, textOf } from '../document/walk.ts'
import { highlightedLines } from './highlight.ts'

/** The longest source of a diagram that is drawn. */
const MAX_DIAGRAM = 50_000

/** A code example. The script adds a button that copies it. */
export function renderCode(block: CodeBlock, context: Context): Html {
  const { data, nodes } = block
  const texts = linesOf(block)
  const syntax = textOf(data.syntax).toLowerCase()
  if (syntax === 'mermaid') return renderDiagram(texts.join('\n'), context, textOf(data.title))
  const lines = highlightedLines(texts, syntax)
  const isDiff = syntax === 'diff' || syntax === 'patch'
  const hasNumbers = data.lineNumbers === true
  const isMarked = nodes.some((line) => line.data.highlighted)
  const shown =
    hasNumbers || isMarked || isDiff
      ? lines.map((line, index) => {
          const row = isDiff ? rowOf(texts[index] ?? '') : ''
          const marked = nodes[index]?.data.highlighted ? ' marked' : ''
          return `<span class="line${row}${marked}">${line}\n</span>`
        })
      : lines.map((line) => `${line}\n`)
  return codeFigure({
    title: textOf(data.title),
    classes: [
      hasNumbers && 'numbered',
      data.overflow === 'wrap' && 'wrap',
      data.fullWidth === true && 'full',
    ],
    code: new Html(shown.join('').replace(/\n$/, '')),
  })
}

/** The class of a line of a diff: added or removed, but not the names of files. */
const rowOf = (line: string): string =>
  /^\+(?!\+\+ )/.test(line) ? ' added' : /^-(?!-- )/.test(line) ? ' removed' : ''

/** The source of a diagram, which a script draws in a frame. The source stays for readers without scripts. */
export function renderDiagram(source: string, { diagramFrame, texts }: Context, title = ''): Html {
  const isDrawn = diagramFrame !== undefined && source.length <= MAX_DIAGRAM
  return codeFigure({
    title,
    classes: [isDrawn && 'diagram'],
    values: isDrawn
      ? { 'data-diagram': diagramFrame, 'data-diagram-title': title || texts.get('diagram') }
      : {},
    code: html`${source}`,
  })
}

/** Whether a page with this HTML needs the script that draws diagrams. */
export const hasDiagram = (text: string): boolean => text.includes('<figure class="code diagram"')

interface CodeFigure {
  title?: string
  classes?: (string | false)[]
  values?: Record<string, AttributeValue>
  code: Html
}

function codeFigure(code: CodeFigure): Html {
  const classes = ['code', ...(code.classes ?? [])].filter(Boolean).join(' ')
  const title = code.title ? html`<figcaption>${code.title}</figcaption>` : nothing
  return html`<figure${attributes({ class: classes, ...code.values })}>${title}<pre tabindex="0"><code>${code.code}</code></pre></figure>`
}

/** Code that is not part of a text, such as an example of a request. */
export const codeText = (text: string, language: string, title?: string): Html =>
  codeFigure({
    ...(title ? { title } : {}),
    code: new Html(highlightedLines(text.split('\n'), language).join('\n')),
  })
