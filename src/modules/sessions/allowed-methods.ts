import { forbidden } from '../../core/errors.ts'
import type { Settings } from '../../core/settings.ts'

/** The ways to sign in that an operator can turn off. Providers are those of the settings. */
export type AllowedMethod = 'password' | 'passkey' | 'token'

declare module '../../core/settings.ts' {
  interface Settings {
    readonly signInMethods: ReadonlySet<AllowedMethod>
  }
}

const NAMES: Readonly<Record<AllowedMethod, string>> = {
  password: 'Passwords',
  passkey: 'Passkeys',
  token: 'Tokens',
}

/** Throws if an operator has turned a way to sign in off. */
export function requireMethod(
  { signInMethods }: Pick<Settings, 'signInMethods'>,
  method: AllowedMethod,
): void {
  if (signInMethods.has(method)) return
  throw forbidden(
    `${NAMES[method]} are turned off on this server. Sign in in another way, or ask an operator to turn them on (SIGN_IN_METHODS).`,
  )
}
