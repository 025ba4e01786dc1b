import type { Formula, FormulaBox, FormulaMark } from './marks.ts'
import { isStretched, stretchedMarks, stretchedWidth } from './stretched.ts'
import { type FormulaStyle, fontOf, styleOf } from './styles.ts'
import { ems, type FormulaNode, formulaTree, has } from './tree.ts'

/** The width of a text in a font, for a size of 1. */
type Measure = (font: string, text: string) => number

const paddings: Readonly<Record<string, number>> = { 'x-arrow-pad': 0.5, boxpad: 0.3, 'cancel-pad': 0.2 }
const skipped = ['katex-strut', 'pstrut', 'vlist-s']

/** Lays out a formula. Null if it is too long or not valid. */
export function layOutFormula(formula: string, isDisplayed: boolean, measure: Measure): Formula | null {
  const tree = formulaTree(formula, isDisplayed)
  if (tree === null) return null
  const align = isDisplayed ? 'center' : 'left'
  const style: FormulaStyle = { family: 'Main', isBold: false, isItalic: false, size: 1, align }
  try {
    return { ...new FormulaLayout(measure).box(tree, style), height: tree.height, depth: tree.depth }
  } catch (error) {
    // A formula that is nested too deeply for the stack.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Places the nodes of a formula as a browser does by the style sheet of KaTeX. */
class FormulaLayout {
  readonly #measure: Measure

  constructor(measure: Measure) {
    this.#measure = measure
  }

  box(node: FormulaNode, outer: FormulaStyle): FormulaBox {
    if (has(node, ...skipped)) return { width: 0, marks: [] }
    const style = styleOf(node, outer)
    const { size } = style
    if (node.text !== undefined) return this.#text(node, style)
    if (has(node, 'nulldelimiter')) return { width: 0.12 * size, marks: [] }
    if (has(node, 'katex-rule', 'vertical-separator')) return bar(node, style)
    if (has(node, 'vlist-t')) return this.#stack(node, style)
    if (isStretched(node)) {
      const width = stretchedWidth(node) * size
      return { width, marks: stretchedMarks(node, width, style) }
    }
    const inner = this.#row(node.children ?? [], style)
    if (has(node, 'llap', 'rlap', 'clap')) {
      const by = has(node, 'rlap') ? 0 : has(node, 'llap') ? -inner.width : -inner.width / 2
      return { width: 0, marks: moved(inner.marks, by, 0) }
    }
    const padding = Math.max(0, ...(node.classes ?? []).map((name) => paddings[name] ?? 0)) * size
    const left = padding + ems(node.style?.paddingLeft) * size
    const own = ems(node.style?.width) * size
    const isNarrow = has(node, 'accent-body') && !has(node, 'accent-full')
    const width = isNarrow ? 0 : own > 0 ? own : left + inner.width + padding
    return { width, marks: moved(inner.marks, left, 0) }
  }

  #text({ text = '', italic = 0 }: FormulaNode, style: FormulaStyle): FormulaBox {
    const shown = text.replaceAll('\u200b', '')
    if (shown === '') return { width: 0, marks: [] }
    const font = fontOf(style)
    const width = (this.#measure(font, shown) + Math.max(0, italic)) * style.size
    return {
      width,
      marks: [{ type: 'text', x: 0, y: 0, font, size: style.size, text: shown, ...inkOf(style) }],
    }
  }

  #row(nodes: readonly FormulaNode[], style: FormulaStyle): FormulaBox {
    const marks: FormulaMark[] = []
    let x = 0
    for (const node of nodes) {
      const { size } = styleOf(node, style)
      const { left, right } = marginsOf(node)
      const box = this.box(node, style)
      x += left * size
      const { left: byX, top: byY } = node.style ?? {}
      for (const mark of moved(box.marks, x + ems(byX) * size, ems(byY) * size)) marks.push(mark)
      x += box.width + right * size
    }
    return { width: x, marks }
  }

  /** Parts above each other. Each begins with an invisible strut, from whose height its position is measured. */
  #stack(node: FormulaNode, style: FormulaStyle): FormulaBox {
    const [rows] = node.children ?? []
    const [list] = rows?.children ?? []
    const parts = (list?.children ?? []).map((part) => {
      const own = styleOf(part, style)
      const [strut, ...nodes] = part.children ?? []
      const y = (ems(part.style?.top) + ems(strut?.style?.height)) * own.size
      const margins = marginsOf(part)
      const stretched = nodes.filter(isStretched)
      const box = stretched.length > 0 ? null : this.#row(nodes, own)
      const least = Math.max(0, ...stretched.map((each) => stretchedWidth(each) * styleOf(each, own).size))
      const width = (box?.width ?? least) + (margins.left + margins.right) * own.size
      return { own, y, left: margins.left * own.size, stretched, box, width }
    })
    const width = Math.max(0, ...parts.map((part) => part.width))
    const marks = parts.flatMap(({ own, y, left, stretched, box, width: used }) => {
      if (box === null) {
        const drawn = stretched.flatMap((each) => stretchedMarks(each, width, styleOf(each, own)))
        return moved(drawn, left, y)
      }
      const room = width - used
      const x = own.align === 'center' ? room / 2 : own.align === 'right' ? room : 0
      return moved(box.marks, x + left, y)
    })
    return { width, marks }
  }
}

const inkOf = ({ ink }: FormulaStyle) => (ink === undefined ? {} : { ink })

/** A rule of a table or of `\rule`. */
function bar(node: FormulaNode, style: FormulaStyle): FormulaBox {
  const { borderRightWidth, borderTopWidth, height, bottom, verticalAlign } = node.style ?? {}
  const width = ems(borderRightWidth) * style.size
  const own = ems(borderTopWidth ?? height) * style.size
  const raised = ems(bottom ?? verticalAlign) * style.size
  return { width, marks: [{ type: 'bar', x: 0, y: -own - raised, width, height: own, ...inkOf(style) }] }
}

function marginsOf(node: FormulaNode): { left: number; right: number } {
  const { margin, marginLeft, marginRight } = node.style ?? {}
  const both = ems(margin?.split(' ')[1])
  const lap = has(node, 'cancel-lap') ? -0.2 : 0
  if (has(node, 'katex-root')) return { left: 5 / 18, right: -10 / 18 }
  return { left: both + lap + ems(marginLeft), right: both + lap + ems(marginRight) }
}

/** Moves marks in place: parts are nested deeply, and copying them at each level would take long. */
function moved(marks: FormulaMark[], x: number, y: number): FormulaMark[] {
  if (x === 0 && y === 0) return marks
  for (const mark of marks) {
    mark.x += x
    mark.y += y
    if (mark.type === 'line') {
      mark.toX += x
      mark.toY += y
    } else if (mark.type === 'path') {
      mark.area.x += x
      mark.area.y += y
    }
  }
  return marks
}
