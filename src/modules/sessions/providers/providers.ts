import { invalidField } from '../../../core/errors.ts'
import type { SignInOptions } from '../../../core/operations/sign-in.ts'
import { ProviderClient } from './provider-client.ts'

/** The OpenID providers of the settings. */
export class Providers {
  readonly #clients: readonly ProviderClient[]

  constructor(options: SignInOptions) {
    this.#clients = options.tools.settings.providers.map((provider) => new ProviderClient(provider, options))
  }

  named(name: string): ProviderClient | undefined {
    return this.#clients.find(({ settings }) => settings.name === name)
  }

  require(name: string): ProviderClient {
    const provider = this.named(name)
    if (provider) return provider
    const names = this.#clients.map(({ settings }) => settings.name)
    throw invalidField(
      'provider',
      names.length > 0 ? `must be one of ${names.join(', ')}` : 'this server has none',
    )
  }

  ofIssuer(issuer: string | undefined): ProviderClient | undefined {
    return this.#clients.find(({ settings }) => settings.issuer === issuer)
  }
}
