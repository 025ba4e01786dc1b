import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type GitServer, startGitServer } from '../support/git-server.ts'
import { figure } from './figures.ts'
import { Target } from './target.ts'

/** The longest that a trivial job of another organization waits for the work of one that attacks. */
const MAX_WAIT_S = 2
const POLL_MS = 10

let target: Target
let repositories: GitServer
let origin: string
const held: ServerResponse[] = []
const received = new Map<string, () => void>()

/** A member of an organization who fills its queues, or has one trivial job. */
interface Tenant {
  organizationId: string
  call(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }>
  newSpace(): Promise<string>
}
let attacker: Tenant
let other: Tenant

async function newTenant(): Promise<Tenant> {
  const { id: organizationId } = await target.build.buildOrganization()
  const { token, user } = await target.build.buildPerson({ organizationId, role: 'admin' })
  return {
    organizationId,
    call: async (method, path, body) => {
      const response = await fetch(`${target.origin}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return {
        status: response.status,
        body: (await response.json().catch(() => ({}))) as Record<string, unknown>,
      }
    },
    newSpace: async () =>
      (await target.build.buildSpace({ organizationId, editMode: 'live', createdById: user.id })).id,
  }
}

/** A server that never answers, except for a page and for webhooks that are awaited. */
const web = createServer((request, response) => {
  const { url = '' } = request
  if (url === '/one.md') return response.end('# One\n')
  const notify = received.get(url)
  if (!notify) return held.push(response)
  request.resume().on('end', () => {
    response.end()
    notify()
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  repositories = await startGitServer()
  target = await Target.start({ RUN_JOBS: 'true', OUTBOUND_ALLOW: '127.0.0.1' })
})
// Jobs of an earlier test can still wait for their turn.
beforeEach(async () => {
  attacker = await newTenant()
  other = await newTenant()
})
// The attacks end: each queue is filled by itself, because the jobs of the attacker also wait for each other.
afterEach(() => {
  for (const response of held.splice(0)) response.destroy()
})
afterAll(async () => {
  await target.end()
  await repositories.close()
  web.closeAllConnections()
  web.close()
})

const times = <Value>(count: number, make: (at: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

/** The seconds that work takes. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** Prints how much longer a trivial job of another organization took than it takes without the attack. */
function waits(job: string, seconds: number, alone = 0): void {
  const took = `took ${seconds.toFixed(1)} s${alone > 0 ? `, alone ${alone.toFixed(1)} s` : ''}`
  figure(`fairness: ${job} of another organization waits (${took}), s`, Math.max(0, seconds - alone), {
    below: MAX_WAIT_S,
  })
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await wait(POLL_MS)
}

const done = async (answer: ReturnType<Tenant['call']>) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

it('webhooks: 50 receivers that never answer', async () => {
  const send = async ({ organizationId, call }: Tenant, path: string) => {
    const hooks = `/orgs/${organizationId}/webhooks`
    const { id } = await done(call('POST', hooks, { url: `${origin}${path}` }))
    await done(call('POST', `${hooks}/${String(id)}/ping`))
  }
  await times(50, (at) => send(attacker, `/never/${at}`))
  await until(async () => held.length >= 10)
  const seconds = await secondsOf(async () => {
    const delivered = new Promise<void>((resolve) => received.set('/hook', resolve))
    await send(other, '/hook')
    await delivered
  })
  waits('a webhook', seconds)
})

it('Git: 10 imports from a server that never answers', async () => {
  repositories.answers.set('/never.git/info/refs', (_request, response) => void held.push(response))
  const begin = async ({ call }: Tenant, space: string, url: string) =>
    String(
      (await done(call('POST', `/spaces/${space}/git/import`, { url, ref: 'refs/heads/main' }))).id ?? '',
    )
  const repository = repositories.repository('trivial')
  repository.push({ 'README.md': '# Home\n' })
  const importTrivial = async () => {
    const space = await other.newSpace()
    return secondsOf(async () => {
      await begin(other, space, repository.url)
      await until(async () => {
        const { items } = await done(other.call('GET', `/spaces/${space}/git/operations?limit=1`))
        const [operation] = items as { state: string; error?: string }[]
        if (operation?.state === 'failure') throw new Error(operation.error)
        return operation?.state === 'success'
      })
    })
  }
  const alone = await importTrivial()
  const before = held.length
  await times(10, async () => begin(attacker, await attacker.newSpace(), `${repositories.origin}/never.git`))
  await until(async () => held.length >= before + 2)
  waits('a Git import', await importTrivial(), alone)
})

it('imports: as many as can wait, from servers that never answer', async () => {
  const importInto = async ({ call }: Tenant, space: string, source: object) => {
    const { id } = await target.build.buildChangeRequest({ spaceId: space })
    return call('POST', `/spaces/${space}/change-requests/${id}/content/import`, source)
  }
  const before = held.length
  const space = await attacker.newSpace()
  // They end with the attack, or are rejected beyond the queue.
  const attack = (name: string, source: string) =>
    times(40, (at) =>
      importInto(attacker, space, { url: `${origin}/slow/${at}.${name}`, source }).catch(() => null),
    )
  void attack('md', 'markdown')
  void attack('zip', 'zip')
  // One in the thread, and all downloads of archives.
  await until(async () => held.length >= before + 17)
  const own = await other.newSpace()
  const seconds = await secondsOf(() =>
    done(importInto(other, own, { url: `${origin}/one.md`, source: 'markdown' })),
  )
  waits('an import', seconds)
})

it('OpenAPI specs: 30 that take seconds each, and 30 that grow without end', async () => {
  /** Schemas that refer twice to the next one. */
  const chain = (length: number) => {
    const ref = (at: number) => ({ $ref: `#/components/schemas/S${at}` })
    const schemas = Array.from({ length }, (_, at): [string, object] => [
      `S${at}`,
      { type: 'object', properties: { a: ref(at + 1), b: ref(at + 1) } },
    ])
    const all = Object.fromEntries([...schemas, [`S${length}`, { type: 'string' }]])
    return JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'A', version: '1' },
      paths: {},
      components: { schemas: all },
    })
  }
  const put = ({ organizationId, call }: Tenant, slug: string, text: string) =>
    done(call('PUT', `/orgs/${organizationId}/openapi/${slug}`, { source: { text } }))
  const stateOf = async ({ organizationId, call }: Tenant, slug: string) =>
    (await done(call('GET', `/orgs/${organizationId}/openapi/${slug}`))).processingState
  const process = (slug: string) =>
    secondsOf(async () => {
      await put(other, slug, chain(1))
      await until(async () => (await stateOf(other, slug)) === 'complete')
    })
  // The first one starts a thread.
  const alone = await process('alone')
  await times(30, (at) => put(attacker, `long-${at}`, chain(18)))
  await times(30, (at) => put(attacker, `endless-${at}`, chain(60)))
  // One of them is being processed, or was.
  await until(async () => {
    const states = await times(30, (at) => stateOf(attacker, `long-${at}`))
    return states.some((state) => state !== 'pending')
  })
  waits('an OpenAPI spec', await process('trivial'), alone)
  expect(target.bugs()).toEqual([])
})

// The last one: PDFs that were requested are made although nobody waits for them.
it('PDFs: as many as can wait, of long spaces', async () => {
  const fill = async ({ call, newSpace }: Tenant, pages: number, markdown: string) => {
    const space = await newSpace()
    const changes = Array.from({ length: pages }, (_, at) => ({
      operation: 'insert_page',
      title: `Page ${at}`,
      document: { markdown },
    }))
    await done(call('POST', `/spaces/${space}/content?compat=false`, { changes }))
    return String((await done(call('GET', `/spaces/${space}/pdf`))).url)
  }
  const download = (url: string) =>
    secondsOf(async () => {
      const response = await fetch(url)
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    })
  // The first one starts a thread, which reads the fonts.
  const alone = await download(await fill(other, 1, 'Words.\n'))
  const paragraphs = 'Words of a **page** with [a link](https://example.com).\n\n'.repeat(400)
  const urls: string[] = []
  for (let at = 0; at < 10; at++) urls.push(await fill(attacker, 50, paragraphs))
  const prefer = { headers: { prefer: 'respond-async' } }
  const statuses = await Promise.all(urls.map(async (url) => (await fetch(url, prefer)).status))
  expect(statuses).toContain(503)
  const own = await fill(other, 1, 'Words.\n')
  const seconds = await download(own)
  waits('a PDF', seconds, alone)
})
