import type { SignIn, SignInOptions } from '../../core/access/sign-in.ts'
import { confirmEmail } from './endpoints/confirm-email.ts'
import { password } from './endpoints/password.ts'
import { requestReset, reset } from './endpoints/reset.ts'
import { setup } from './endpoints/setup.ts'
import { signOut } from './endpoints/sign-out.ts'
import { token } from './endpoints/token.ts'
import { join } from './joining/join.ts'
import { lookAtInvite } from './joining/look-at-invite.ts'
import { mailToJoin } from './joining/mail-to-join.ts'

/** The endpoints with which people sign in, by their path below `/app/~auth/`. */
export const createSignIn = (options: SignInOptions): SignIn => ({
  endpoints: {
    password: password(options),
    setup: setup(options),
    token: token(options),
    join: join(options),
    'join/look': lookAtInvite(options),
    'join/mail': mailToJoin(options),
    'reset/request': requestReset(options),
    reset: reset(options),
    'email/confirm': confirmEmail(options),
    'sign-out': signOut(),
  },
})
