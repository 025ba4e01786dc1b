/** The page of the row that an element is in. */
export const pageIdAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-page]')?.dataset.page : undefined

export const rowOf = (pageId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-page="${CSS.escape(pageId)}"]`)

/** Gives the focus back to a page that has moved, once it is shown at its new place. */
export function focusRow(pageId: string): void {
  requestAnimationFrame(() => {
    const link = rowOf(pageId)?.querySelector('a')
    if (link === document.activeElement) return
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
  })
}

/** The pages whose rows are shown from one to another, in order. */
export function shownBetween(tree: Element, from: string, to: string): string[] {
  const ids = [...tree.querySelectorAll<HTMLElement>('[data-page]')].map(({ dataset }) => dataset.page ?? '')
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)]
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}
