import katex from 'katex'
import { Html, html } from '../../../core/html.ts'
import { formulaOptions, isReadableFormula } from '../../documents/index.ts'

export const inlineMath = (formula: string): Html => math(formula, false)

export const renderMath = (formula: string): Html =>
  html`<div class="math" role="group" tabindex="0">${math(formula, true)}</div>`

/** A formula as MathML, which browsers draw themselves. Its source if it is not valid. */
function math(formula: string, displayMode: boolean): Html {
  if (!isReadableFormula(formula)) return source(formula)
  try {
    const rendered = katex.renderToString(formula, {
      ...formulaOptions,
      output: 'mathml',
      displayMode,
    })
    // The policy of pages allows no styles in attributes.
    return new Html(rendered.replaceAll(/ style="[^"]*"/g, ''))
  } catch {
    return source(formula)
  }
}

const source = (formula: string): Html => html`<code class="formula">${formula}</code>`
