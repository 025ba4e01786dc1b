/** The links of the tree that are shown, in order. */
const linksIn = (tree: Element): HTMLElement[] => [...tree.querySelectorAll<HTMLElement>('a')]

const toggleOf = (link: Element): HTMLElement | null =>
  link.parentElement?.querySelector<HTMLElement>('[data-toggle]') ?? null

const isExpanded = (toggle: Element | null): boolean => toggle?.getAttribute('aria-expanded') === 'true'

/** Up and down move between pages, left and right close and open them, Home and End go to the first and the last. */
export function moveInTree(event: React.KeyboardEvent<HTMLElement>): void {
  const link = (event.target as Element).closest('a')
  if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const target = targetOf(event.key, link, event.currentTarget)
  if (target === undefined) return
  event.preventDefault()
  target?.focus()
}

/** What the focus moves to. Null if nothing, undefined if the key does not belong to the tree. */
function targetOf(key: string, link: HTMLElement, tree: Element): HTMLElement | null | undefined {
  const isReversed = getComputedStyle(link).direction === 'rtl'
  const toggle = toggleOf(link)
  const step = (by: number) => {
    const links = linksIn(tree)
    return links[links.indexOf(link) + by] ?? null
  }
  const click = () => {
    toggle?.click()
    return null
  }
  switch (key) {
    case 'ArrowDown':
      return step(1)
    case 'ArrowUp':
      return step(-1)
    case 'Home':
      return linksIn(tree)[0] ?? null
    case 'End':
      return linksIn(tree).at(-1) ?? null
    case isReversed ? 'ArrowLeft' : 'ArrowRight':
      if (!toggle) return null
      return isExpanded(toggle) ? step(1) : click()
    case isReversed ? 'ArrowRight' : 'ArrowLeft':
      if (isExpanded(toggle)) return click()
      return link.closest('ul')?.closest('li')?.querySelector('a') ?? null
    default:
      return undefined
  }
}
