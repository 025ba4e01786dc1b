import { h } from '../dom.ts'
import { form } from '../form.ts'
import { secretInFragment, showBrokenLink } from '../fragment.ts'
import { show } from '../layout.ts'
import { callAuth } from '../server.ts'
import { texts } from '../texts/index.ts'

/** `/app/confirm#code`. A button, because programs that check mails open links. */
export async function confirmScreen(): Promise<void> {
  const t = texts.confirm
  const code = secretInFragment(location)
  if (code === '') {
    showBrokenLink(t.title, t.broken)
    return
  }
  const confirm = async () => {
    const { email } = await callAuth<{ email: string }>('email/confirm', { code })
    show(t.done, h('p', {}, t.address(email)), h('p', {}, h('a', { href: '/app/account' }, texts.account)))
  }
  show(t.title, form({ fields: [], submit: t.submit, run: confirm }))
}
