import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ClientVersion } from '../../src/rest/compatibility/answers.ts'

type Call = (...given: unknown[]) => Promise<{ data: unknown }>

interface Documented {
  operationId?: string
}

interface Read {
  id: string
  /** The names of the path parameters, in their order. */
  names: string[]
}

const require = createRequire(import.meta.url)

/** Methods of clients write abbreviations of ids as words: `getOpenApiSpecBySlug` for `getOpenAPISpecBySlug`. */
const methodKey = (id: string) => id.toLowerCase()

/** A stock client from npm, unchanged, whose operations are called by their ids. */
export class StockClient {
  readonly #calls = new Map<string, Call>()
  /** The operations that only read. */
  readonly reads: Read[] = []
  /** What went wrong, and what was called. */
  readonly failed: string[] = []
  readonly done: string[] = []

  readonly token: string

  private constructor(api: object, version: ClientVersion, token: string) {
    this.token = token
    for (const group of [api, ...Object.values(api)]) {
      if (typeof group !== 'object' || group === null) continue
      for (const [id, call] of Object.entries(group)) {
        if (typeof call === 'function') this.#calls.set(methodKey(id), call as Call)
      }
    }
    const file = require.resolve(`@gitbook/api-${version}/spec/openapi.json`)
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
      paths: Record<string, Record<string, Documented>>
    }
    for (const [path, { get }] of Object.entries(paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      if (get?.operationId) this.reads.push({ id: get.operationId, names })
    }
  }

  static async of(version: ClientVersion, endpoint: string, authToken: string): Promise<StockClient> {
    const { GitBookAPI } = (await import(`@gitbook/api-${version}`)) as {
      GitBookAPI: new (options: { endpoint: string; authToken: string }) => object
    }
    return new StockClient(new GitBookAPI({ endpoint, authToken }), version, authToken)
  }

  has(id: string): boolean {
    return this.#calls.has(methodKey(id))
  }

  /** Calls an operation, and returns what it answers. A failure is noted, and the day goes on. */
  async call<Answer = { id: string }>(id: string, ...given: unknown[]): Promise<Answer> {
    const call = this.#calls.get(methodKey(id))
    this.done.push(id)
    try {
      if (!call) throw new Error('The client has no such operation.')
      return (await call(...given)).data as Answer
    } catch (error) {
      this.failed.push(`${id}(${JSON.stringify(given).slice(0, 200)}): ${(error as Error).message}`)
      return {} as Answer
    }
  }
}
