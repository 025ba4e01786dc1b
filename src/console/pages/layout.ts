import { h } from './dom.ts'

const header = h('header', { class: 'bar' })
const main = h('main', { id: 'main' })

const brand = (): HTMLElement => h('a', { class: 'brand', href: '/app/' }, 'Quire')

/** The frame of every page. */
export function mountFrame(): void {
  const footer = h('footer', {}, h('a', { href: '/v1' }, 'APIs and documentation of this server'))
  header.replaceChildren(brand())
  document.body.replaceChildren(header, main, footer)
}

/** Shows links for a person who is signed in. */
export function showNavigation(...items: HTMLElement[]): void {
  header.replaceChildren(brand(), h('nav', { 'aria-label': 'Account' }, ...items))
}

interface Screen {
  title: string
  /** For a page with one form. */
  isNarrow?: boolean
}

/** Replaces the page, and moves the focus to its heading, so that screen readers say where they are. */
export function show({ title, isNarrow = false }: Screen, ...content: Node[]): void {
  const heading = h('h1', { tabindex: '-1' }, title)
  document.title = `${title} | Quire`
  main.className = isNarrow ? 'narrow' : ''
  main.replaceChildren(heading, ...content)
  heading.focus({ preventScroll: true })
}
