import type { FormulaMark } from './marks.ts'
import type { FormulaStyle } from './styles.ts'
import { ems, type FormulaNode, has } from './tree.ts'

const lines = ['frac-line', 'overline-line', 'underline-line', 'katex-hline', 'katex-hdashline']

/** The parts of a brace or arrow: where they begin, and their width, as shares of the whole. */
const shares: Readonly<Record<string, readonly [number, number]>> = {
  'brace-left': [0, 0.251],
  'brace-center': [0.25, 0.5],
  'brace-right': [0.749, 0.251],
  'halfarrow-left': [0, 0.502],
  'halfarrow-right': [0.498, 0.502],
}

/** Whether a node is as wide as what is above or below it, such as the line of a fraction. */
export const isStretched = (node: FormulaNode): boolean =>
  has(node, ...lines, 'hide-tail', 'katex-stretchy') || (node.children ?? []).some(isSvg)

const isSvg = ({ attributes }: FormulaNode): boolean => attributes?.viewBox !== undefined

/** The least width, in ems of the node. */
export const stretchedWidth = ({ style }: FormulaNode): number => ems(style?.width ?? style?.minWidth)

/** The node at a width. Its lower end is at the baseline. */
export function stretchedMarks(node: FormulaNode, available: number, style: FormulaStyle): FormulaMark[] {
  const { size, ink } = style
  const drawn = ink === undefined ? {} : { ink }
  const width = node.style?.width === undefined ? available : ems(node.style.width) * size
  const thickness = ems(node.style?.borderBottomWidth ?? node.style?.borderWidth) * size
  if (has(node, ...lines)) return [{ type: 'bar', x: 0, y: -thickness, width, height: thickness, ...drawn }]
  const height = ems(node.style?.height) * size
  if (has(node, 'fbox', 'fcolorbox')) {
    const frame = { x: thickness / 2, y: thickness / 2 - height, width: width - thickness }
    return [{ type: 'frame', ...frame, height: height - thickness, thickness, ...drawn }]
  }
  return (node.children ?? []).flatMap((child) => {
    if (isSvg(child)) return svgMarks(child, 0, width, height, style)
    const share = shares[child.classes?.find((name) => name in shares) ?? ''] ?? [0, 1]
    const own = width * share[1]
    return (child.children ?? []).flatMap((svg) => svgMarks(svg, width * share[0], own, height, style))
  })
}

function svgMarks(
  svg: FormulaNode,
  x: number,
  width: number,
  height: number,
  { size, ink }: FormulaStyle,
): FormulaMark[] {
  const drawn = ink === undefined ? {} : { ink }
  const [, , boxWidth = 1, boxHeight = 1] = (svg.attributes?.viewBox ?? '').split(' ').map(Number)
  const fit = svg.attributes?.preserveAspectRatio ?? 'xMinYMin'
  const scaleY = height / boxHeight
  const scaleX = fit === 'none' ? width / boxWidth : scaleY
  const rest = width - boxWidth * scaleX
  const from = x + (fit.startsWith('xMid') ? rest / 2 : fit.startsWith('xMax') ? rest : 0)
  return (svg.children ?? []).flatMap((child): FormulaMark[] => {
    const d = / d=["']([^"']*)/.exec(child.toMarkup())?.[1]
    if (d !== undefined)
      return [
        {
          type: 'path',
          x: from,
          y: -height,
          d,
          scaleX,
          scaleY,
          area: { x, y: -height, width, height },
          ...drawn,
        },
      ]
    const { x1, y1, x2, y2, 'stroke-width': thickness } = child.attributes ?? {}
    const at = (value: string | undefined, whole: number) =>
      value?.endsWith('%') ? (Number(value.slice(0, -1)) / 100) * whole : ems(value) * size
    const line = { x: x + at(x1, width), y: at(y1, height) - height }
    const to = { toX: x + at(x2, width), toY: at(y2, height) - height }
    return [{ type: 'line', ...line, ...to, thickness: ems(thickness) * size, ...drawn }]
  })
}
