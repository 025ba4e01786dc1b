import type { TestApp } from '../support/app.ts'

/** A browser: it keeps cookies, and sends what the pages of the server send. */
export class Browser {
  readonly #origin: string
  readonly cookies = new Map<string, string>()
  /** Headers of each request, in addition to those of a page of the server. */
  readonly headers: Record<string, string>

  constructor({ origin }: Pick<TestApp, 'origin'>, headers: Record<string, string> = {}) {
    this.#origin = origin
    this.headers = { 'sec-fetch-site': 'same-origin', 'x-quire-console': '1', ...headers }
  }

  async send(
    path: string,
    json?: unknown,
    { method = json === undefined ? 'GET' : 'POST', headers = {} } = {},
  ) {
    const response = await fetch(this.#origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(this.cookies.size > 0 ? { cookie: this.cookie } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }

  /** An endpoint below `/app/~auth/`. */
  auth(path: string, json: object = {}) {
    return this.send(`/app/~auth/${path}`, json)
  }

  graphql(query: string, variables: object = {}) {
    return this.send('/graphql', { query, variables })
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    if (attributes.includes('Max-Age=0')) this.cookies.delete(pair.slice(0, at))
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are compared with what a test expects.
function parsed(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A link to set up the account of a user. */
export async function setupCodeFor({ db }: TestApp, userId: string, now = new Date()): Promise<string> {
  const { createSetupCode } = await import('../../src/modules/sessions/index.ts')
  return db.database.transaction((tx) => createSetupCode(tx, userId, now))
}

export const PASSWORD = 'four unusual words here'

let people = 0

/** A browser in which a new account has been set up with a password. */
export async function signedIn(
  t: TestApp,
  userId: string,
  email = `person-${++people}@example.com`,
  displayName = 'Ann',
) {
  const browser = new Browser(t)
  const code = await setupCodeFor(t, userId)
  const answer = await browser.auth('setup', { code, displayName, email, password: PASSWORD })
  if (answer.status !== 200) throw new Error(answer.text)
  return { browser, email }
}
