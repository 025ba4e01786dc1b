import { type FormulaNode, has } from './tree.ts'

/** The style of a part of a formula. Parts inherit it. */
export interface FormulaStyle {
  family: string
  isBold: boolean
  isItalic: boolean
  /** The size in ems of the whole formula. */
  size: number
  align: 'left' | 'center' | 'right'
  ink?: string
}

const families: Readonly<Record<string, Partial<FormulaStyle>>> = {
  textbf: { isBold: true },
  textit: { isItalic: true },
  textrm: { family: 'Main' },
  textsf: { family: 'SansSerif' },
  texttt: { family: 'Typewriter' },
  mathnormal: { family: 'Math', isItalic: true },
  mathit: { family: 'Main', isItalic: true },
  mathrm: { isItalic: false },
  mathbf: { family: 'Main', isBold: true },
  boldsymbol: { family: 'Math', isBold: true, isItalic: true },
  amsrm: { family: 'AMS' },
  mathbb: { family: 'AMS' },
  textbb: { family: 'AMS' },
  mathcal: { family: 'Caligraphic' },
  mathfrak: { family: 'Fraktur' },
  textfrak: { family: 'Fraktur' },
  mathboldfrak: { family: 'Fraktur', isBold: true },
  textboldfrak: { family: 'Fraktur', isBold: true },
  mathtt: { family: 'Typewriter' },
  mathscr: { family: 'Script' },
  textscr: { family: 'Script' },
  mathsf: { family: 'SansSerif' },
  mathboldsf: { family: 'SansSerif', isBold: true },
  textboldsf: { family: 'SansSerif', isBold: true },
  mathsfit: { family: 'SansSerif', isItalic: true },
  mathitsf: { family: 'SansSerif', isItalic: true },
  textitsf: { family: 'SansSerif', isItalic: true },
  mainrm: { family: 'Main', isItalic: false },
  'small-op': { family: 'Size1' },
  'large-op': { family: 'Size2' },
  'delim-size1': { family: 'Size1' },
  'delim-size4': { family: 'Size4' },
}

const aligned: Readonly<Record<string, FormulaStyle['align']>> = {
  mfrac: 'center',
  'op-limits': 'center',
  'katex-accent': 'center',
  'x-arrow': 'center',
  mover: 'center',
  munder: 'center',
  'col-align-c': 'center',
  'col-align-l': 'left',
  'col-align-r': 'right',
  'svg-align': 'left',
  msupsub: 'left',
}

/** The sizes of `size1` to `size11`. */
const sizes = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.44, 1.728, 2.074, 2.488]
const sizeOf = (name: string) => sizes[Number(name) - 1] ?? 1
const colour = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]{1,30})$/i

/** The style of a node within a style, by the style sheet of KaTeX. */
export function styleOf(node: FormulaNode, outer: FormulaStyle): FormulaStyle {
  const style: FormulaStyle = { ...outer }
  const isDelimiter = has(node, 'delimsizing')
  let from: string | undefined
  let to: string | undefined
  for (const name of node.classes ?? []) {
    Object.assign(style, families[name])
    style.align = aligned[name] ?? style.align
    from = /^reset-size(\d+)$/.exec(name)?.[1] ?? from
    to = /^size(\d+)$/.exec(name)?.[1] ?? to
  }
  if (isDelimiter && to !== undefined) style.family = `Size${to}`
  else if (from !== undefined && to !== undefined) style.size *= sizeOf(to) / sizeOf(from)
  const ink = node.style?.color
  if (ink !== undefined && colour.test(ink)) style.ink = ink
  return style
}

const variants: Readonly<Record<string, readonly string[]>> = {
  Main: ['Regular', 'Bold', 'Italic', 'BoldItalic'],
  Math: ['Italic', 'BoldItalic'],
  SansSerif: ['Regular', 'Bold', 'Italic'],
  Caligraphic: ['Regular', 'Bold'],
  Fraktur: ['Regular', 'Bold'],
}

/** The names of all font files. */
export const formulaFonts: readonly string[] = [
  ...Object.entries(variants).flatMap(([family, names]) => names.map((name) => `${family}-${name}`)),
  ...['AMS', 'Script', 'Size1', 'Size2', 'Size3', 'Size4', 'Typewriter'].map((family) => `${family}-Regular`),
]

/** The font file of a style. A variant that the family does not have is replaced by the closest one. */
export function fontOf({ family, isBold, isItalic }: FormulaStyle): string {
  const wanted = `${isBold ? 'Bold' : ''}${isItalic ? 'Italic' : ''}` || 'Regular'
  const known = variants[family] ?? ['Regular']
  const found = [wanted, isBold ? 'Bold' : 'Italic', known[0]].find((name) => known.includes(name ?? ''))
  return `${family}-${found}`
}
