import {
  createRemoteJWKSet,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  customFetch as keysFetch,
} from 'jose'
import * as openid from 'openid-client'
import type { SignInOptions } from '../../../core/operations/sign-in.ts'
import { type ProvidedPerson, providedPerson } from './provided-person.ts'
import { problemOf, providerFailure } from './provider-failure.ts'
import { providerFetch } from './provider-fetch.ts'
import type { ProviderRefusal } from './provider-refusal.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** How long the metadata of a provider is used before it is read again. */
const METADATA_MS = 60 * 60 * 1000
/** How far the clock of a provider may differ from ours. */
const TOLERANCE_SECONDS = 60
/** How long keys are used, and how often they are read again at most, however many tokens have unknown keys. */
const KEYS_MS = 10 * 60 * 1000
const KEYS_COOLDOWN_MS = 30 * 1000
/** Only keys that providers publish: a shared secret signs nothing. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** What is known of a provider, from its own metadata. */
interface Discovered {
  readonly server: openid.ServerMetadata
  readonly keys: ReturnType<typeof createRemoteJWKSet>
}

/** A sign-in that has begun: what the provider is asked, and what its answer must contain. */
export interface Begun {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** One OpenID provider. Its metadata and keys are read when they are needed, so this server starts without it. */
export class ProviderClient {
  readonly settings: ProviderSettings
  readonly #options: SignInOptions
  readonly #fetch: ReturnType<typeof providerFetch>
  #known: { readonly discovered: Promise<Discovered>; readonly readAt: number } | undefined

  constructor(settings: ProviderSettings, options: SignInOptions) {
    this.settings = settings
    this.#options = options
    this.#fetch = providerFetch(options.tools.outbound)
  }

  /** Where the browser goes to sign in. */
  async authorizationUrl(
    { redirectUri, state, nonce, verifier }: Begun,
    /** The provider asks a person again who has proved longer ago who they are, in seconds. */
    maxAge: number,
  ): Promise<string> {
    const { config } = await this.#open()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: this.settings.scopes.join(' '),
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // With it, a provider also says when that was.
      max_age: String(maxAge),
    })
    return url.href
  }

  /** Exchanges the code in the answer of the provider, and returns who has signed in there, with the token that says so. */
  async personOf(
    answer: URLSearchParams,
    begun: Begun,
  ): Promise<{ person: ProvidedPerson; idToken: string }> {
    try {
      const { config, discovered } = await this.#open()
      const url = new URL(`${begun.redirectUri}?${answer}`)
      const tokens = await openid.authorizationCodeGrant(config, url, {
        expectedState: begun.state,
        expectedNonce: begun.nonce,
        pkceCodeVerifier: begun.verifier,
        idTokenExpected: true,
      })
      // The library has compared the claims, and leaves the signature to TLS.
      const idToken = tokens.id_token ?? ''
      const claims = await this.#verified(discovered, idToken, {})
      const hasMore = claims.email === undefined && discovered.server.userinfo_endpoint !== undefined
      const more = hasMore ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub ?? '') : {}
      return { person: providedPerson({ ...more, ...claims }), idToken }
    } catch (error) {
      throw this.#failed(error)
    }
  }

  /** The claims of a token that the provider has signed for this server. */
  async verify(token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
    try {
      return await this.#verified(await this.#discover(), token, options)
    } catch (error) {
      throw this.#failed(error)
    }
  }

  /**
   * Where the browser goes to sign out at the provider as well; null where that cannot be done. With the ID token of the
   * session, the provider knows whom it signs out, and most do not ask the person.
   */
  async endSessionUrl(returnUrl: string, idToken: string | null): Promise<string | null> {
    const { config, discovered } = await this.#open()
    if (discovered.server.end_session_endpoint === undefined) return null
    return openid.buildEndSessionUrl(config, {
      post_logout_redirect_uri: returnUrl,
      ...(idToken === null ? {} : { id_token_hint: idToken }),
    }).href
  }

  async #verified(
    { server, keys }: Discovered,
    token: string,
    options: JWTVerifyOptions,
  ): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, keys, {
      issuer: server.issuer,
      audience: this.settings.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: this.#options.now(),
      requiredClaims: ['iat', 'exp'],
      ...options,
    })
    return payload
  }

  async #open(): Promise<{ config: openid.Configuration; discovered: Discovered }> {
    const discovered = await this.#discover()
    const { clientId, clientSecret } = this.settings
    const { server } = discovered
    const methods = server.token_endpoint_auth_methods_supported
    const isPost = methods !== undefined && !methods.includes('client_secret_basic')
    const authentication = isPost ? openid.ClientSecretPost : openid.ClientSecretBasic
    const config = new openid.Configuration(
      server,
      clientId,
      { [openid.clockTolerance]: TOLERANCE_SECONDS },
      authentication(clientSecret),
    )
    config[openid.customFetch] = this.#fetch
    if (this.#isInsecure) openid.allowInsecureRequests(config)
    return { config, discovered }
  }

  /** Concurrent sign-ins wait for the same metadata. What could not be read is not remembered. */
  #discover(): Promise<Discovered> {
    const now = this.#options.now().getTime()
    const known = this.#known
    if (known && now >= known.readAt && now - known.readAt < METADATA_MS) return known.discovered
    const discovered = this.#read().catch((error) => {
      if (this.#known?.discovered === discovered) this.#known = undefined
      throw this.#failed(error)
    })
    this.#known = { discovered, readAt: now }
    return discovered
  }

  /** A person who cancels is no problem, and each failure is reported once. */
  #failed(error: unknown): ProviderRefusal {
    const failure = providerFailure(error)
    if (failure !== error && failure.code !== 'denied') {
      const problem = { provider: this.settings.name, ...problemOf(failure) }
      this.#options.report(problem, 'A sign-in at a provider failed')
    }
    return failure
  }

  async #read(): Promise<Discovered> {
    const { issuer, clientId } = this.settings
    const config = await openid.discovery(new URL(issuer), clientId, undefined, undefined, {
      [openid.customFetch]: this.#fetch,
      ...(this.#isInsecure ? { execute: [openid.allowInsecureRequests] } : {}),
    })
    const server = config.serverMetadata()
    const keys = createRemoteJWKSet(new URL(server.jwks_uri ?? ''), {
      [keysFetch]: this.#fetch,
      cacheMaxAge: KEYS_MS,
      cooldownDuration: KEYS_COOLDOWN_MS,
    })
    return { server, keys }
  }

  /** On loopback only: the settings accept no other issuer without TLS. */
  get #isInsecure(): boolean {
    return this.settings.issuer.startsWith('http:')
  }
}
