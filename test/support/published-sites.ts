import { type IncomingHttpHeaders, request } from 'node:http'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { failedRequests } from './outcome.ts'
import { callRest } from './rest-api.ts'

export interface Opened {
  status: number
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
}

/** Opens an address as a browser does, with any host and without following redirects. */
export function open(
  t: Pick<TestApp, 'origin'>,
  address: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Opened> {
  return openWith(t, address, { method, headers })
}

/** The same with any method and body. */
export function openWith(
  t: Pick<TestApp, 'origin'>,
  address: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string },
): Promise<Opened> {
  const { hostname, port } = new URL(t.origin)
  const path = address.startsWith('http') ? address.slice(new URL(address).origin.length) : address
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: bytes.toString(),
          bytes,
        })
      })
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

type Body = Record<string, unknown>

/** What an administrator of an organization does with its sites, by the REST API. */
export class SiteOwner {
  readonly t: TestApp
  readonly org: string
  readonly who: { token: string }

  constructor(t: TestApp, org: string, who: { token: string }) {
    this.t = t
    this.org = org
    this.who = who
  }

  async send(method: string, path: string, body?: object): Promise<Body> {
    const answer = await callRest(this.t, this.who, method, path, body ? { body } : {})
    expect(answer.status, answer.trace).toBeLessThan(300)
    return answer.body as Body
  }

  /** A space with these pages, in which edits go to main content. */
  async space(title: string, changes: object[]): Promise<{ id: string; pages: string[] }> {
    const { id } = await this.t.build.buildSpace({ organizationId: this.org, title, editMode: 'live' })
    return { id, pages: await this.edit(id, changes) }
  }

  async edit(spaceId: string, changes: object[]): Promise<string[]> {
    if (changes.length === 0) return []
    const { changes: made } = await this.send('POST', `/spaces/${spaceId}/content`, { changes })
    return (made as { page?: { id: string } }[]).map((change) => change.page?.id ?? '')
  }

  /** A published site with these spaces. */
  async site(spaces: string[], more: object = {}): Promise<PublishedSiteInTest> {
    const made = await this.send('POST', `/orgs/${this.org}/sites`, { title: 'Docs', spaces, ...more })
    const path = `/orgs/${this.org}/sites/${made.id}`
    await this.send('POST', `${path}/publish`)
    return new PublishedSiteInTest(this, made, path)
  }
}

/**
 * Starts a server for the tests of a file, with an organization and its administrator, and stops it after them. No
 * request may have failed with a server error by then.
 */
export function ownSites(
  prepare: (owner: SiteOwner) => Promise<void>,
  environment: Record<string, string> = {},
): void {
  let t: TestApp
  beforeAll(async () => {
    t = await startApp({ environment })
    const organization = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    await prepare(new SiteOwner(t, organization.id, admin))
  })
  afterAll(async () => {
    expect(failedRequests(t)).toEqual([])
    await t.close()
  })
}

export class PublishedSiteInTest {
  readonly owner: SiteOwner
  readonly id: string
  readonly path: string
  readonly base: string

  constructor(owner: SiteOwner, { id, basename }: Body, path: string) {
    this.owner = owner
    this.id = String(id)
    this.path = path
    this.base = `/sites/${owner.org}/${basename ?? id}`
  }

  send(method: string, path: string, body?: object): Promise<Body> {
    return this.owner.send(method, `${this.path}${path}`, body)
  }

  /** Opens a path on the site. */
  open(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Opened> {
    return open(this.owner.t, `${this.base}${path}`, headers, method)
  }

  /** A token of a visitor with these claims. */
  async token(claims: object): Promise<string> {
    const { privateKey } = await this.send('GET', '/publishing/auth')
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(this.owner.t.clock.now().getTime() / 1000) + 600)
      .sign(new TextEncoder().encode(String(privateKey)))
  }

  /** Lets conditions refer to the claim `beta`, signed or not. */
  async adapt(): Promise<void> {
    const beta = { type: 'boolean', description: 'Takes part in the beta.' }
    await this.send('PUT', '/adaptive-schema', {
      jsonSchema: {
        type: 'object',
        additionalProperties: false,
        properties: {
          beta,
          unsigned: {
            type: 'object',
            description: 'Unsigned claims of the site visitor.',
            additionalProperties: false,
            properties: { beta },
          },
        },
      },
    })
  }
}

/** A page with a text, for `edit`. */
export const page = (title: string, markdown = `Text of ${title}.`, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: `# ${title}\n\n${markdown}\n` },
  ...more,
})

/** The addresses of the links in a page. */
export const hrefsIn = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
