import type { SignIn, SignInOptions } from '../../core/operations/sign-in.ts'
import { addPasskey, addPasskeyOptions } from './endpoints/add-passkey.ts'
import { backChannelLogout } from './endpoints/back-channel-logout.ts'
import { beginAtProvider } from './endpoints/begin-at-provider.ts'
import { choosePasskeyOptions } from './endpoints/choose-passkey-options.ts'
import { confirmEmail } from './endpoints/confirm-email.ts'
import { explainRefusal } from './endpoints/explain-refusal.ts'
import { methods } from './endpoints/methods.ts'
import { passkey, passkeyOptions } from './endpoints/passkey.ts'
import { password } from './endpoints/password.ts'
import { providerCallback } from './endpoints/provider-callback.ts'
import { reauthenticate, reauthenticationOptions } from './endpoints/reauthenticate.ts'
import { requestReset, reset } from './endpoints/reset.ts'
import { setup } from './endpoints/setup.ts'
import { signOut } from './endpoints/sign-out.ts'
import { token } from './endpoints/token.ts'
import { join } from './joining/join.ts'
import { lookAtInvite } from './joining/look-at-invite.ts'
import { mailToJoin } from './joining/mail-to-join.ts'
import { Providers } from './providers/providers.ts'

/** The endpoints with which people sign in, by their path below `/app/~auth/`. */
export const createSignIn = (options: SignInOptions, providers = new Providers(options)): SignIn => ({
  endpoints: {
    methods: methods(options),
    passkey: passkey(options),
    'passkey/options': passkeyOptions(options),
    'passkey/add': addPasskey(options),
    'passkey/add/options': addPasskeyOptions(options),
    'passkey/choose/options': choosePasskeyOptions(options),
    password: password(options),
    reauthenticate: reauthenticate(options),
    'reauthenticate/options': reauthenticationOptions(options),
    setup: setup(options),
    token: token(options),
    'sign-out': signOut(options, providers),
    'oidc/begin': beginAtProvider(options, providers),
    'oidc/callback': providerCallback(options, providers),
    'oidc/refusal': explainRefusal(),
    'oidc/back-channel-logout': backChannelLogout(options, providers),
    join: join(options),
    'join/look': lookAtInvite(options),
    'join/mail': mailToJoin(options),
    'reset/request': requestReset(options),
    reset: reset(options),
    'email/confirm': confirmEmail(options),
  },
})
