/** Who can get an account by signing in with a provider. Each includes the ones before. */
export type ProviderCreates = 'invited' | 'domains' | 'everyone'

/** An OpenID provider with which people sign in. */
export interface ProviderSettings {
  /** Its name in the settings. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What people read on the sign-in page. */
  readonly title: string
  readonly scopes: readonly string[]
  readonly creates: ProviderCreates
}

declare module '../../../core/settings.ts' {
  interface Settings {
    readonly providers: readonly ProviderSettings[]
  }
}
