import { h } from './dom.ts'
import { Failure, messageOf } from './failure.ts'
import { mountFrame, show } from './layout.ts'
import { signInPath } from './return-to.ts'
import { confirmScreen } from './screens/confirm.ts'
import { joinScreen } from './screens/join.ts'
import { resetScreen } from './screens/reset.ts'
import { setupScreen } from './screens/setup.ts'
import { signInScreen } from './screens/sign-in.ts'
import { loadPageTexts, texts } from './texts/index.ts'

const SCREENS: readonly [RegExp, () => Promise<void>][] = [
  [/^sign-in$/, signInScreen],
  [/^setup$/, setupScreen],
  [/^join\/[^/]+$/, joinScreen],
  [/^reset$/, resetScreen],
  [/^confirm$/, confirmScreen],
]

function showFailure(error: unknown): void {
  // What needs a session leads to the page to sign in at, and from there back.
  if (error instanceof Failure && error.reason === 'unauthenticated') {
    location.replace(signInPath(location))
    return
  }
  show(
    texts.failed,
    h('p', { class: 'message error', role: 'alert' }, messageOf(error)),
    h('p', {}, h('a', { href: '' }, texts.tryAgain)),
  )
}

function open(): void {
  const path = location.pathname.replace(/^\/app\/?/, '').replace(/\/$/, '')
  const [, screen] = SCREENS.find(([pattern]) => pattern.test(path)) ?? []
  screen?.().catch(showFailure)
}

async function start(): Promise<void> {
  await loadPageTexts()
  mountFrame()
  open()
}

void start()
// A link to the same page with another code, such as one that was pasted into the address.
addEventListener('hashchange', open)
