import type { SignIn, SignInOptions } from '../../core/access/sign-in.ts'
import { addPasskey, addPasskeyOptions } from './endpoints/add-passkey.ts'
import { choosePasskeyOptions } from './endpoints/choose-passkey-options.ts'
import { methods } from './endpoints/methods.ts'
import { passkey, passkeyOptions } from './endpoints/passkey.ts'
import { password } from './endpoints/password.ts'
import { reauthenticate, reauthenticationOptions } from './endpoints/reauthenticate.ts'
import { setup } from './endpoints/setup.ts'
import { signOut } from './endpoints/sign-out.ts'
import { token } from './endpoints/token.ts'

/** The endpoints with which people sign in, by their path below `/app/~auth/`. */
export const createSignIn = (options: SignInOptions): SignIn => ({
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
    'sign-out': signOut(),
  },
})
