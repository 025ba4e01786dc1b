/** A part of a drawn formula. Positions are in ems from the left end of the baseline; y grows downwards. */
export type FormulaMark = { x: number; y: number; ink?: string } & (
  | { type: 'text'; font: string; size: number; text: string }
  | { type: 'bar'; width: number; height: number }
  | { type: 'frame'; width: number; height: number; thickness: number }
  | { type: 'line'; toX: number; toY: number; thickness: number }
  | {
      type: 'path'
      d: string
      scaleX: number
      scaleY: number
      /** Only the part of it in this area is shown. */
      area: { x: number; y: number; width: number; height: number }
    }
)

export interface FormulaBox {
  width: number
  marks: FormulaMark[]
}

/** A formula that is laid out, in ems. */
export interface Formula extends FormulaBox {
  height: number
  depth: number
}
