import { attributes, Html, html, nothing } from '../../../../core/html.ts'
import type { CodeBlock } from '../../../documents/index.ts'
import { linesOf, textOf } from '../document/walk.ts'
import { highlightedLines } from './highlight.ts'

/** A code example. The script adds a button that copies it. */
export function renderCode(block: CodeBlock): Html {
  const { data, nodes } = block
  const lines = highlightedLines(linesOf(block), textOf(data.syntax).toLowerCase())
  const hasNumbers = data.lineNumbers === true
  const isMarked = nodes.some((line) => line.data.highlighted)
  const shown =
    hasNumbers || isMarked
      ? lines.map((line, index) => {
          const classes = nodes[index]?.data.highlighted ? 'line marked' : 'line'
          return `<span class="${classes}">${line}\n</span>`
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

function codeFigure(code: { title?: string; classes?: (string | false)[]; code: Html }): Html {
  const classes = ['code', ...(code.classes ?? [])].filter(Boolean).join(' ')
  const title = code.title ? html`<figcaption>${code.title}</figcaption>` : nothing
  return html`<figure${attributes({ class: classes })}>${title}<pre tabindex="0"><code>${code.code}</code></pre></figure>`
}

/** Code that is not part of a text, such as an example of a request. */
export const codeText = (text: string, language: string, title?: string): Html =>
  codeFigure({
    ...(title ? { title } : {}),
    code: new Html(highlightedLines(text.split('\n'), language).join('\n')),
  })
