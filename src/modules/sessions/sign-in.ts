import type { SignIn, SignInOptions } from '../../core/access/sign-in.ts'
import { backChannelLogout } from './endpoints/back-channel-logout.ts'
import { beginAtProvider } from './endpoints/begin-at-provider.ts'
import { methods } from './endpoints/methods.ts'
import { password } from './endpoints/password.ts'
import { providerCallback } from './endpoints/provider-callback.ts'
import { setup } from './endpoints/setup.ts'
import { signOut } from './endpoints/sign-out.ts'
import { token } from './endpoints/token.ts'
import { Providers } from './providers/providers.ts'

/** The endpoints with which people sign in, by their path below `/app/~auth/`. */
export const createSignIn = (options: SignInOptions, providers = new Providers(options)): SignIn => ({
  endpoints: {
    password: password(options),
    setup: setup(options),
    token: token(options),
    'sign-out': signOut(options, providers),
    methods: methods(options),
    'oidc/begin': beginAtProvider(options, providers),
    'oidc/callback': providerCallback(options, providers),
    'oidc/back-channel-logout': backChannelLogout(options, providers),
  },
})
