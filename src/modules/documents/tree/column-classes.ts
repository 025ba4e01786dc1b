/** The classes of a column: its width as twelfths, because pages have no styles in attributes, and where its content stands. */
export function columnClasses(width: string, align: string): string {
  const percent = Number(/^(\d{1,3}(?:\.\d{1,4})?)%?$/.exec(width)?.[1] ?? 0)
  const span = percent > 0 ? `span-${Math.min(12, Math.max(1, Math.round((percent * 12) / 100)))}` : ''
  const valign = align === 'middle' || align === 'bottom' ? align : ''
  return ['column', span, valign].filter(Boolean).join(' ')
}
