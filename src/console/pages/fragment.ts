import { h } from './dom.ts'
import { show } from './layout.ts'
import { texts } from './texts/index.ts'

/** The code or key of a link. It is after `#`, so that browsers do not send it with the address. */
export const secretInFragment = ({ hash }: Location): string => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** Says that a link is not complete or does not work any more. */
export function showBrokenLink(title: string, why: string): void {
  show(
    title,
    h('p', { class: 'message error', role: 'alert' }, why),
    h('p', {}, h('a', { href: '/app/sign-in' }, texts.signIn)),
  )
}
