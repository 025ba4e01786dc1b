/** Measures in points. */
export const sheet = { width: 595.28, height: 841.89, left: 68, right: 68, top: 66, bottom: 76 } as const
export const bodyWidth = sheet.width - sheet.left - sheet.right
export const bodyHeight = sheet.height - sheet.top - sheet.bottom

export const size = {
  body: 10,
  small: 8.5,
  code: 8.3,
  title: 25,
  heading: [20, 15.5, 12.5],
  cover: 36,
} as const

export const leading = { body: 1.5, heading: 1.25, code: 1.42, table: 1.38 } as const
/** The distance of the baseline from the middle of a line, for a font size of 1. */
export const baseline = 0.35
export const gap = { block: 8, item: 3.5, section: 18, subsection: 13 } as const

export const colour = {
  ink: '#1f2430',
  heading: '#10141c',
  muted: '#6a7180',
  faint: '#d9dde4',
  link: '#2a5bd7',
  accent: '#2a5bd7',
  code: '#f4f5f8',
  chip: '#eef0f4',
  chipInk: '#8a2252',
  head: '#f4f5f8',
  quote: '#c7ccd6',
  marked: '#e6ebf5',
} as const

export interface Look {
  fill: string
  bar: string
}

export const looks: Readonly<Record<'info' | 'success' | 'warning' | 'danger' | 'plain', Look>> = {
  info: { fill: '#eef4ff', bar: '#3b74e8' },
  success: { fill: '#ecf8f1', bar: '#249a5c' },
  warning: { fill: '#fff7e8', bar: '#dd9413' },
  danger: { fill: '#fdeeee', bar: '#d33b3b' },
  plain: { fill: '#f8f9fb', bar: '#c7ccd6' },
}

/** The named colours of marks. */
export const markColours: Readonly<Record<string, { ink: string; fill: string }>> = {
  red: { ink: '#c4281f', fill: '#fddcd9' },
  orange: { ink: '#b4560c', fill: '#fde3cc' },
  yellow: { ink: '#8a6a00', fill: '#fdf0b3' },
  green: { ink: '#1c7a45', fill: '#d5f2df' },
  blue: { ink: '#2a5bd7', fill: '#dae6fd' },
  primary: { ink: '#2a5bd7', fill: '#dae6fd' },
  purple: { ink: '#7a3cc2', fill: '#eadffa' },
  pink: { ink: '#b82a78', fill: '#fbdcec' },
  brown: { ink: '#84532b', fill: '#eee0d4' },
  gray: { ink: '#6a7180', fill: '#e6e8ec' },
  grey: { ink: '#6a7180', fill: '#e6e8ec' },
}
