import type { AnyRouter } from '@tanstack/react-router'

/** What refers to an element by its id. */
const REFERENCES = ['for', 'aria-controls', 'aria-labelledby', 'aria-describedby'] as const

/** Adds what a rendered text needs in the console: safe links, and ids that no other text has. */
export function complete(content: DocumentFragment, prefix: string): void {
  for (const image of content.querySelectorAll('img')) image.loading = 'lazy'
  for (const link of content.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (link.getAttribute('href')?.startsWith('#') || pathInApp(link) !== null) continue
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  if (prefix === '') return
  for (const element of content.querySelectorAll('[id]')) element.id = prefix + element.id
  for (const name of REFERENCES) {
    for (const element of content.querySelectorAll(`[${name}]`)) {
      const ids = element.getAttribute(name)?.split(' ') ?? []
      element.setAttribute(name, ids.map((id) => prefix + id).join(' '))
    }
  }
  for (const link of content.querySelectorAll('a[href^="#"]')) {
    link.setAttribute('href', `#${prefix}${link.getAttribute('href')?.slice(1)}`)
  }
}

/** The address of a page in the console. Null for other links. */
function pathInApp({ href }: { href: string }): string | null {
  const url = URL.canParse(href) ? new URL(href) : null
  const isInApp = url?.origin === location.origin && url.pathname.startsWith('/app/')
  return isInApp ? `${url.pathname}${url.search}${url.hash}` : null
}

const linkAt = (target: EventTarget): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]:not([href^="#"])') : null

/** Opens links to pages without loading the console again. */
export function openLink(router: AnyRouter, event: React.MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = linkAt(event.target)
  const path = link && pathInApp(link)
  if (!path) return
  event.preventDefault()
  router.history.push(path)
}

/** Begins to read a page when the pointer is on a link to it. */
export function loadAhead(router: AnyRouter, target: EventTarget): void {
  const link = linkAt(target)
  const path = link && pathInApp(link)
  if (path) void router.preloadRoute({ to: path, href: path }).catch(() => {})
}
