import type { SignIn, SignInOptions } from '../../core/access/sign-in.ts'
import { password } from './endpoints/password.ts'
import { setup } from './endpoints/setup.ts'
import { signOut } from './endpoints/sign-out.ts'
import { token } from './endpoints/token.ts'

/** The endpoints with which people sign in, by their path below `/app/~auth/`. */
export const createSignIn = (options: SignInOptions): SignIn => ({
  endpoints: {
    password: password(options),
    setup: setup(options),
    token: token(options),
    'sign-out': signOut(),
  },
})
