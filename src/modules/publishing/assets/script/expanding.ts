import { all, onClick } from './page.ts'

/** Opens or closes all nested schemas of a part. */
export function setUpExpanding(): void {
  onClick('.expand-all', (button) => {
    const isOpen = button.getAttribute('aria-expanded') !== 'true'
    const part = button.closest('.op-part, .model') ?? document
    for (const nested of all<HTMLDetailsElement>('details', part)) nested.open = isOpen
    button.setAttribute('aria-expanded', String(isOpen))
    const label = button.textContent ?? ''
    button.textContent = button.dataset.other ?? ''
    button.dataset.other = label
  })
}
