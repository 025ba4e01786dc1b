import { h } from './dom.ts'
import { Failure, messageOf } from './failure.ts'
import { mountFrame, show } from './layout.ts'
import { proveAgain } from './prove-again.ts'
import { signInPath } from './return-to.ts'
import { accountScreen } from './screens/account.ts'
import { confirmScreen } from './screens/confirm.ts'
import { homeScreen } from './screens/home.ts'
import { joinScreen } from './screens/join.ts'
import { notFoundScreen } from './screens/not-found.ts'
import { resetScreen } from './screens/reset.ts'
import { setupScreen } from './screens/setup.ts'
import { signInScreen } from './screens/sign-in.ts'
import { whenProofIsRequired } from './server.ts'

const SCREENS: readonly [RegExp, () => Promise<void>][] = [
  [/^$/, homeScreen],
  [/^sign-in$/, signInScreen],
  [/^setup$/, setupScreen],
  [/^account$/, accountScreen],
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
    { title: 'This did not work', isNarrow: true },
    h('p', { class: 'message error', role: 'alert' }, messageOf(error)),
    h('p', {}, h('a', { href: '' }, 'Try again')),
  )
}

function open(): void {
  const path = location.pathname.replace(/^\/app\/?/, '').replace(/\/$/, '')
  const [, screen] = SCREENS.find(([pattern]) => pattern.test(path)) ?? []
  ;(screen ?? notFoundScreen)().catch(showFailure)
}

mountFrame()
whenProofIsRequired(proveAgain)
open()
// A link to the same page with another code, such as one that was pasted into the address.
addEventListener('hashchange', open)
