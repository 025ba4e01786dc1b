import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import '../support/git.ts'
import { type GitServer, startGitServer } from '../support/git-server.ts'
import { callRest } from '../support/rest-api.ts'

/** Every operation starts several processes of git. */
export const TIME_LIMIT_MS = 90_000

export interface Operation {
  id: string
  state: string
  stage: string
  result?: string
  error?: string
  commit?: string
  revision?: string
  report: Record<'created' | 'changed' | 'moved' | 'deleted' | 'ignored' | 'refused', ReportEntry[]>
}

interface ReportEntry {
  path: string
  from?: string
  reason?: string
  line?: number
}

interface PageBody {
  id: string
  title: string
  path: string
  type: string
  pages?: PageBody[]
  git?: { oid: string; path: string }
}

/** A server with jobs, a Git server that it may reach, and a user. */
export interface GitWorld {
  t: TestApp
  server: GitServer
  organizationId: string
  token: string
  userId: string
  close(): Promise<void>
}

export async function startGitWorld(): Promise<GitWorld> {
  const server = await startGitServer()
  const dataDir = mkdtempSync(join(tmpdir(), 'quire-git-data-'))
  const t = await startApp({
    environment: { RUN_JOBS: 'true', OUTBOUND_ALLOW: server.host, DATA_DIR: dataDir },
  })
  const organizationId = (await t.build.buildOrganization()).id
  const { token, user } = await t.build.buildPerson({ organizationId, role: 'admin' })
  return {
    t,
    server,
    organizationId,
    token,
    userId: user.id,
    close: async () => {
      await t.close()
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A space and its Git operations, over REST. */
export class GitSpace {
  readonly id: string
  readonly #world: GitWorld
  readonly #token: string

  constructor(world: GitWorld, id: string, token = world.token) {
    this.#world = world
    this.id = id
    this.#token = token
  }

  static async create(world: GitWorld): Promise<GitSpace> {
    const { id } = await world.t.build.buildSpace({ organizationId: world.organizationId })
    return new GitSpace(world, id)
  }

  async call(method: string, path: string, body?: object) {
    const options = body === undefined ? {} : { body }
    return callRest(this.#world.t, { token: this.#token }, method, `/spaces/${this.id}${path}`, options)
  }

  import = (url: string, options: object = {}): Promise<Operation> =>
    this.#operate('import', { url, ref: 'refs/heads/main', ...options })

  export = (url: string, options: object = {}): Promise<Operation> =>
    this.#operate('export', { url, ref: 'refs/heads/main', commitMessage: 'Update pages', ...options })

  async #operate(direction: string, body: object): Promise<Operation> {
    const { status, body: answer } = await this.call('POST', `/git/${direction}`, body)
    expect(status, JSON.stringify(answer)).toBe(204)
    return this.ended()
  }

  /** The newest operation, after all of them have ended. */
  async ended(): Promise<Operation> {
    const { background } = this.#world.t.app
    background.onJobQueued()
    await background.idle()
    const { body } = await this.call('GET', '/git/operations?limit=1')
    const [{ id }] = (body as { items: [{ id: string }] }).items
    return (await this.call('GET', `/git/operations/${id}`)).body as Operation
  }

  async revision(): Promise<string> {
    return ((await this.call('GET', '')).body as { revision: string }).revision
  }

  /** All pages, each before its descendants. */
  async pages(): Promise<PageBody[]> {
    const { body } = await this.call('GET', '/content/pages')
    const flat = (pages: PageBody[]): PageBody[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])])
    return flat((body as { pages: PageBody[] }).pages)
  }

  async page(path: string): Promise<PageBody & { markdown: string }> {
    const { body, status } = await this.call(
      'GET',
      `/content/path/${encodeURIComponent(path)}?format=markdown`,
    )
    expect(status, JSON.stringify(body)).toBe(200)
    return body as PageBody & { markdown: string }
  }

  async change(...changes: object[]): Promise<void> {
    const { status, body } = await this.call('POST', '/content', { changes })
    expect(status, JSON.stringify(body)).toBe(200)
  }
}
