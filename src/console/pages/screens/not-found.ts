import { h } from '../dom.ts'
import { show } from '../layout.ts'
import { readSignedIn } from '../signed-in.ts'

/** For addresses that no screen has. */
export async function notFoundScreen(): Promise<void> {
  await readSignedIn()
  show(
    { title: 'Nothing here', isNarrow: true },
    h('p', {}, 'There is no page at this address. It may open in a later version of this server.'),
    h('p', {}, h('a', { href: '/app/' }, 'Home')),
  )
}
