import katex from 'katex'
import { formulaOptions, isReadableFormula } from '../../documents/index.ts'

/** A node of the tree that KaTeX makes of a formula: an element with CSS classes and styles, or a text. */
export interface FormulaNode {
  classes?: readonly string[]
  style?: Readonly<Record<string, string | undefined>>
  children?: readonly FormulaNode[]
  attributes?: Readonly<Record<string, string | undefined>>
  /** Of a text. */
  text?: string
  /** The width by which a slanted letter exceeds its advance. */
  italic?: number
  /** The extent of the whole formula above and below its baseline, in ems. */
  height: number
  depth: number
  toMarkup(): string
}

type Render = (formula: string, options: object) => FormulaNode

/** The tree of a formula. Null if it is too long or not valid. */
export function formulaTree(formula: string, displayMode: boolean): FormulaNode | null {
  if (!isReadableFormula(formula)) return null
  try {
    // The types of the library do not include it.
    const { __renderToHTMLTree: render } = katex as unknown as { __renderToHTMLTree: Render }
    return render(formula, { ...formulaOptions, output: 'html', displayMode })
  } catch {
    return null
  }
}

export const has = ({ classes = [] }: FormulaNode, ...names: readonly string[]): boolean =>
  names.some((name) => classes.includes(name))

/** A length in ems. 0 if there is none. */
export function ems(value: string | undefined): number {
  const found = /^(-?[\d.]+)em$/.exec(value ?? '')
  return found ? Number(found[1]) : 0
}
