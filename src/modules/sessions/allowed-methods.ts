import { forbidden } from '../../core/errors.ts'
import type { Settings } from '../../core/settings.ts'

/** The ways to sign in that an operator can turn off. Providers are those of the settings. */
export type AllowedMethod = 'password' | 'passkey' | 'token'

declare module '../../core/settings.ts' {
  interface Settings {
    readonly signIn: { readonly methods: ReadonlySet<AllowedMethod> }
  }
}

const NAMES: Readonly<Record<AllowedMethod, string>> = {
  password: 'Passwords',
  passkey: 'Passkeys',
  token: 'Tokens',
}

/** Throws if an operator has turned a way to sign in off. */
export function requireMethod({ signIn }: Pick<Settings, 'signIn'>, method: AllowedMethod): void {
  if (signIn.methods.has(method)) return
  throw forbidden(
    `${NAMES[method]} are turned off on this server. Sign in in another way, or ask an operator to turn them on (SIGN_IN_METHODS).`,
  )
}
