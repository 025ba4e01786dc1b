import { show } from '../layout.ts'
import { readMethods } from '../methods.ts'
import { readSignedIn } from '../signed-in.ts'
import { passkeysSection } from './account/passkeys.ts'
import { passwordSection } from './account/password.ts'
import { preferencesSection } from './account/preferences.ts'
import { profileSection } from './account/profile.ts'
import { providersSection } from './account/providers.ts'
import { sessionsSection } from './account/sessions.ts'

/** `/app/account` */
export async function accountScreen(): Promise<void> {
  const [, methods] = await Promise.all([readSignedIn(), readMethods()])
  const sections = await Promise.all([
    profileSection(methods),
    passwordSection(methods),
    passkeysSection(methods),
    ...(methods.providers.length > 0 ? [providersSection(methods)] : []),
    sessionsSection(),
    preferencesSection(),
  ])
  show({ title: 'Account' }, ...sections)
}
