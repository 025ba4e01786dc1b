import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
// @ts-expect-error: it has no types.
import Provider from 'oidc-provider'
import { afterAll } from 'vitest'
import type { Browser } from './signing-in.ts'

export const CLIENT = { id: 'quire', secret: 'a-client-secret-that-nobody-else-knows' }

/** What a provider knows of an account, as claims. */
interface Person {
  email?: string
  email_verified?: boolean
  name?: string
}

let subjects = 0

/** A real OpenID provider on loopback. Its accounts and its keys are those of the test. */
export class IdentityProvider {
  readonly people = new Map<string, Person>()
  /** The account with which the next person signs in; null cancels. */
  loginAs: string | null = null
  /** Changes the claims of ID tokens, which are then signed again. */
  tamper: ((claims: JWTPayload) => JWTPayload | Promise<string>) | undefined
  isDown = false
  /** The paths that were requested. */
  readonly requests: string[] = []
  #server = createServer((request, response) => this.#serve(request, response))
  #key: JWK = {}
  // biome-ignore lint/suspicious/noExplicitAny: it has no types.
  #provider: any
  #origin = ''

  static async start(): Promise<IdentityProvider> {
    const provider = new IdentityProvider()
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve))
    await provider.rotateKeys()
    return provider
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Registers the server at this origin as its client. */
  register(origin: string): void {
    this.#origin = origin
    this.#provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${origin}/app/~auth/oidc/callback`],
          post_logout_redirect_uris: [`${origin}/app/sign-in`],
          backchannel_logout_uri: `${origin}/app/~auth/oidc/back-channel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [this.#key] },
      cookies: { keys: ['signs the cookies of the test'] },
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      ttl: { IdToken: 120, Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600 },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: async (context: { body: string }, form: string) => {
            context.body = form
          },
        },
      },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: async (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: async () => ({ sub, ...this.people.get(sub) }),
      }),
      // Its own client refuses loopback addresses, where this server is.
      fetch: (url: string, { dispatcher: _dispatcher, ...init }: Record<string, unknown>) => fetch(url, init),
      // Everybody consents.
      // biome-ignore lint/suspicious/noExplicitAny: it has no types.
      loadExistingGrant: async ({ oidc }: any) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
  }

  /** A new account, with which the next person signs in. */
  newAccount({ verified = true, email = '' } = {}): { subject: string; email: string } {
    const subject = `subject-${++subjects}`
    const address = email || `${subject}@example.com`
    this.people.set(subject, { email: address, email_verified: verified, name: 'Ann Smith' })
    this.loginAs = subject
    return { subject, email: address }
  }

  /** Signs with a new key from now on; the old one is no longer published. */
  async rotateKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    this.#key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: `key-${Math.random()}` }
    if (this.#origin !== '') this.register(this.#origin)
  }

  /** Signs claims with the key of the provider, or with another one. */
  async sign(claims: JWTPayload, { typ = 'JWT', key = this.#key } = {}): Promise<string> {
    const header = { alg: 'RS256', kid: this.#key.kid ?? '', typ }
    return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key, 'RS256'))
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.issuer)
    this.requests.push(pathname)
    if (this.isDown) return void response.destroy()
    if (pathname.startsWith('/interaction/')) {
      const result =
        this.loginAs === null ? { error: 'access_denied' } : { login: { accountId: this.loginAs } }
      await this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
      return
    }
    if (pathname === '/token' && this.tamper) this.#tamperWith(response, this.tamper)
    this.#provider.callback()(request, response)
  }

  #tamperWith(response: ServerResponse, tamper: NonNullable<IdentityProvider['tamper']>): void {
    const end = response.end.bind(response)
    // biome-ignore lint/suspicious/noExplicitAny: one of the forms in which it is called.
    response.end = ((chunk: any) => {
      void this.#tampered(String(chunk), tamper).then((text) => {
        response.setHeader('content-length', Buffer.byteLength(text))
        end(text)
      })
      return response
      // biome-ignore lint/suspicious/noExplicitAny: as above.
    }) as any
  }

  async #tampered(text: string, tamper: NonNullable<IdentityProvider['tamper']>): Promise<string> {
    const body = JSON.parse(text) as { id_token?: string }
    if (body.id_token === undefined) return text
    const [, claims = ''] = body.id_token.split('.')
    const changed = await tamper(JSON.parse(Buffer.from(claims, 'base64url').toString()) as JWTPayload)
    return JSON.stringify({
      ...body,
      id_token: typeof changed === 'string' ? changed : await this.sign(changed),
    })
  }
}

/** Providers for all tests of the file that calls this at its top level, and the settings that name them. */
export async function providersForFile(names: readonly string[], others: Record<string, string> = {}) {
  const providers = await Promise.all(names.map(() => IdentityProvider.start()))
  afterAll(() => {
    for (const provider of providers) provider.close()
  })
  const settings = names.flatMap((name, index) => {
    const prefix = `OIDC_${name.toUpperCase()}`
    return [
      [`${prefix}_ISSUER`, providers[index]?.issuer ?? ''],
      [`${prefix}_CLIENT_ID`, CLIENT.id],
      [`${prefix}_CLIENT_SECRET`, CLIENT.secret],
    ]
  })
  const environment = {
    OUTBOUND_ALLOW: '127.0.0.1',
    OIDC_PROVIDERS: names.join(','),
    ...Object.fromEntries(settings),
    ...others,
  }
  return { providers, environment }
}

/** The cookies that a browser has of a provider. */
export class ProviderCookies {
  readonly #cookies = new Map<string, string>()

  /** Opens an address of a provider and follows its redirects until they leave it. Returns where they lead. */
  async follow(address: string, init: RequestInit = {}): Promise<string> {
    const { origin } = new URL(address)
    let next = address
    for (let hop = 0; hop < 10; hop++) {
      const { headers, status, text } = await this.#open(next, hop === 0 ? init : {})
      const location = headers.get('location')
      if (location === null) throw new Error(`${status} at ${next}: ${text.slice(0, 500)}`)
      next = new URL(location, next).href
      if (!next.startsWith(origin)) return next
    }
    throw new Error('Too many redirects.')
  }

  /** The page at an address of a provider. */
  async page(address: string): Promise<string> {
    return (await this.#open(address, {})).text
  }

  async #open(address: string, init: RequestInit) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (pair.slice(at + 1) === '') this.#cookies.delete(pair.slice(0, at))
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return { headers: response.headers, status: response.status, text: await response.text() }
  }
}

/** Opens an address of the server from the page of another, with which a browser sends no cookie that is `Strict`. */
export function openFromElsewhere(browser: Browser, address: string) {
  const { pathname, search } = new URL(address)
  const pending = browser.cookies.get('quire-pending')
  const cookie = pending === undefined ? '' : `quire-pending=${pending}`
  return browser.send(pathname + search, undefined, {
    headers: { 'sec-fetch-site': 'cross-site', 'x-quire-console': '', cookie },
  })
}

/** Begins a sign-in in a browser. Returns the address of the provider. */
export async function begin(browser: Browser, provider: string, options: object = {}): Promise<string> {
  const answer = await browser.auth('oidc/begin', { provider, ...options })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.url
}

/** Signs in at a provider from beginning to end. Returns the response to the last request, which is to this server. */
export async function signInAt(
  browser: Browser,
  provider: string,
  options: object = {},
  cookies = new ProviderCookies(),
) {
  const callback = await cookies.follow(await begin(browser, provider, options))
  return openFromElsewhere(browser, callback)
}
