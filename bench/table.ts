/** A measured value beside its target. */
export interface Verdict {
  what: string
  measured: string
  target: string
  met: boolean
}

/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map((_, index) => (index === 0 ? '-' : '-:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export const number = (value: number, digits = 1) => (Number.isFinite(value) ? value.toFixed(digits) : '–')
