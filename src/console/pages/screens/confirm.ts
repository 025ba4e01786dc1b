import { h } from '../dom.ts'
import { form } from '../form.ts'
import { secretInFragment, showBrokenLink } from '../fragment.ts'
import { show } from '../layout.ts'
import { callAuth } from '../server.ts'

const TITLE = 'Confirm your e-mail address'

/** `/app/confirm#code`. A button, because programs that check mails open links. */
export async function confirmScreen(): Promise<void> {
  const code = secretInFragment(location)
  if (code === '') {
    showBrokenLink(TITLE, 'This link is not complete. Copy all of it from the mail.')
    return
  }
  const confirm = async () => {
    const { email } = await callAuth<{ email: string }>('email/confirm', { code })
    show(
      'Your e-mail address is confirmed',
      h('p', {}, `From now on, your account has the address ${email}.`),
      h('p', {}, h('a', { href: '/app/account' }, 'Account')),
    )
  }
  show(TITLE, form({ fields: [], submit: 'Confirm the address', run: confirm }))
}
