import { h } from './dom.ts'
import { texts } from './texts/index.ts'

const main = h('main', { id: 'main' })

/** The mark and the name, as they are in the tab. */
function brand(): HTMLElement {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? ''
  return h(
    'a',
    { class: 'brand', href: '/app/' },
    h('img', { src: icon, alt: '', width: '24', height: '24' }),
    'Quire',
  )
}

/** The frame of every page. */
export function mountFrame(): void {
  const footer = h('footer', {}, h('a', { href: '/v1' }, texts.apis))
  document.body.replaceChildren(h('header', {}, brand()), main, footer)
}

/** Replaces the page, and moves the focus to its heading, so that screen readers say where they are. */
export function show(title: string, ...content: Node[]): void {
  const heading = h('h1', { tabindex: '-1' }, title)
  document.title = `${title} | Quire`
  main.replaceChildren(heading, ...content)
  heading.focus({ preventScroll: true })
}
