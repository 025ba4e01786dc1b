import { h } from '../dom.ts'
import { show } from '../layout.ts'
import { readMethods } from '../methods.ts'
import { readSignedIn } from '../signed-in.ts'
import { passkeysSection } from './account/passkeys.ts'
import { passwordSection } from './account/password.ts'
import { preferencesSection } from './account/preferences.ts'
import { providersSection } from './account/providers.ts'
import { sessionsSection } from './account/sessions.ts'

/** `/app/account` */
export async function accountScreen(): Promise<void> {
  const [{ user }, methods] = await Promise.all([readSignedIn(), readMethods()])
  const sections = await Promise.all([
    passwordSection(),
    passkeysSection(methods),
    ...(methods.providers.length > 0 ? [providersSection(methods)] : []),
    sessionsSection(),
    preferencesSection(),
  ])
  const address = user.email === null ? '' : ` (${user.email})`
  show({ title: 'Account' }, h('p', { class: 'lead' }, `${user.displayName}${address}`), ...sections)
}
