import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SpecsApi, specsApis } from '../support/apis-openapi.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany, type People } from '../support/company.ts'
import { queried } from '../support/graphql-request.ts'
import { done, refused } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'
import { serveWeb } from '../support/web.ts'

let t: TestApp
let people: People
let cast: Company
beforeAll(async () => {
  t = await startApp({
    environment: { RUN_JOBS: 'true', OUTBOUND_ALLOW: '127.0.0.1' },
    logLevel: 'info',
  })
  people = await buildPeople(t)
})
beforeEach(async () => {
  cast = await foundCompany(t, people)
})
afterAll(() => t.close())

/** Until all jobs that were enqueued are done. */
const idle = async () => {
  t.app.background.recheck()
  await t.app.background.idle()
}
const org = () => cast.organization.id
const pets = (title = 'Pets') => `openapi: 3.0.3
info: { title: ${title}, version: '1' }
paths:
  /pets:
    get: { tags: [pets], summary: List pets, responses: { '200': { description: ok } } }
`

async function typesOfEvents(): Promise<string[]> {
  const { body } = await callRest(t, cast.admin, 'GET', `/orgs/${org()}/events`)
  return (body as { items: { type: string }[] }).items
    .map(({ type }) => type)
    .filter((type) => type.startsWith('openapi.'))
}

describe.each(specsApis)('OpenAPI specs by $name', ({ name, enter }) => {
  const as = (who: keyof People): SpecsApi => enter(t, cast[who])

  it('are created, processed, read and deleted', async () => {
    const created = await done(as('create').create(org(), 'pets', { text: pets() }))
    expect(created).toMatchObject({
      slug: 'pets',
      visibility: 'private',
      processingState: expect.stringMatching(/pending|progress|complete/),
      permissions: { view: true, edit: true },
      urls: { location: `${t.origin}/v1/orgs/${org()}/openapi/pets` },
    })
    expect(created).not.toHaveProperty('sourceURL')
    await idle()
    const spec = await done(as('read').get(org(), 'pets'))
    expect(spec).toMatchObject({
      id: created.id,
      processingState: 'complete',
      lastProcessedErrorCount: 0,
      lastProcessedErrors: [],
      permissions: { view: true, edit: false },
    })
    expect(spec).not.toHaveProperty('lastProcessErrorCode')
    expect(spec.urls).not.toHaveProperty('published')
    expect((await done(as('read').list(org()))).items).toEqual([spec])
    expect((await done(as('guest').list(org()))).items).toEqual([])

    const latest = await done(as('read').version(org(), 'pets', 'latest'))
    expect(latest.id).toBe(spec.lastVersion)
    expect(await done(as('read').version(org(), 'pets', latest.id))).toMatchObject({ id: latest.id })
    expect((await done(as('read').versions(org(), 'pets'))).items.map(({ id }) => id)).toEqual([latest.id])
    const content = await done(as('read').content(org(), 'pets', 'latest'))
    expect(Object.keys(content.filesystem)).toEqual(['openapi.yaml'])
    expect(content.filesystem['openapi.yaml']).toMatchObject({ openapi: '3.0.3', info: { title: 'Pets' } })
    const bundled = await fetch(content.url)
    expect(bundled.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await bundled.json()).toEqual(content.filesystem['openapi.yaml'])
    expect((await fetch(content.url.replace(/.$/, '_'))).status).toBe(404)

    await done(as('create').delete(org(), 'pets'))
    await done(as('create').delete(org(), 'pets'))
    await refused(as('read').get(org(), 'pets'), 404)
    expect((await fetch(content.url)).status).toBe(404)
    expect(await typesOfEvents()).toEqual(['openapi.created', 'openapi.processed', 'openapi.deleted'])
  })

  it('are created and updated by PUT', async () => {
    await done(as('create').put(org(), 'pets', { text: pets() }))
    await idle()
    const first = await done(as('create').get(org(), 'pets'))
    await done(as('create').put(org(), 'pets', { text: pets('Cats') }))
    await idle()
    const second = await done(as('create').get(org(), 'pets'))
    expect(second.id).toBe(first.id)
    expect(second.lastVersion).not.toBe(first.lastVersion)
    const versions = (await done(as('create').versions(org(), 'pets'))).items
    expect(versions.map(({ id }) => id)).toEqual([second.lastVersion, first.lastVersion])
    expect(await typesOfEvents()).toEqual([
      'openapi.created',
      'openapi.processed',
      'openapi.updated',
      'openapi.processed',
    ])
  })

  it('are published while they are public', async () => {
    await done(as('create').create(org(), 'pets', { text: pets() }))
    await idle()
    const open = `${t.origin}/openapi/${org()}/pets.json`
    expect((await fetch(open)).status).toBe(404)
    const spec = await done(as('create').update(org(), 'pets', 'public'))
    expect(spec).toMatchObject({ visibility: 'public', urls: { published: open } })
    const published = await fetch(open)
    expect(published.headers.get('cache-control')).toBe('public, max-age=60')
    expect(await published.json()).toMatchObject({ info: { title: 'Pets' } })
    await done(as('create').update(org(), 'pets', 'private'))
    expect((await fetch(open)).status).toBe(404)
  })

  it('take a text of more than 1 MiB', async () => {
    await done(as('create').create(org(), 'pets', { text: `${pets()}${' '.repeat(2 * 1024 * 1024)}` }))
    await idle()
    expect(await done(as('create').get(org(), 'pets'))).toMatchObject({ processingState: 'complete' })
  })

  it('take slugs of 1 to 100 characters, each once', async () => {
    const api = as('create')
    for (const slug of ['a', '0', 'a-b-c', 'x'.repeat(100)])
      await done(api.create(org(), slug, { text: 'x' }))
    for (const slug of ['', '-a', 'a-', 'a--b', 'A', 'a_b', 'ä', 'x'.repeat(101)]) {
      const { message } = await refused(api.create(org(), slug, { text: 'x' }), 400)
      expect(message).toMatch(/^slug/)
    }
    const { message } = await refused(api.create(org(), 'a', { text: 'x' }), 409)
    expect(message).toContain('"a"')
  })

  it('take exactly one source', async () => {
    const api = as('create')
    const url = `https://example.com/${'x'.repeat(2048 - 20)}`
    expect(url).toHaveLength(2048)
    await done(api.create(org(), 'long', { url }))
    for (const source of [
      {},
      { text: '' },
      { url: 'https://a.example/', text: 'x' },
      { url: `${url}x` },
      { url: 'ftp://a.example/x.yaml' },
      { url: 'file:///etc/passwd' },
      { url: 'petstore.yaml' },
    ]) {
      await refused(api.create(org(), 'pets', source), 400)
      await refused(api.put(org(), 'pets', source), 400)
    }
    await refused(api.get(org(), 'pets'), 404)
  })

  it('are fetched from any URL, also one that cannot be decoded', async () => {
    const web = await serveWeb((_request, response) => response.end(pets()))
    await done(as('create').create(org(), 'pets', { url: `${web.origin}/%ff.yaml` }))
    await idle()
    const spec = await done(as('read').get(org(), 'pets'))
    expect(spec).toMatchObject({ processingState: 'complete', lastVersion: expect.any(String) })
  })

  it('show no credentials of a source, anywhere', async () => {
    const web = await serveWeb((request, response) => {
      const isKnown = request.headers.authorization === `Basic ${btoa('reader:pass-w0rd')}`
      response.writeHead(isKnown ? 200 : 401)
      response.end(isKnown ? pets().replace('pets:\n', `pets:\n    parameters: []\n`) : 'no')
    })
    const url = `${web.origin.replace('//', '//reader:pass-w0rd@')}/pets.yaml?token=t0k3n-v4lue&part=1`
    const created = await done(as('create').create(org(), 'pets', { url }))
    expect(created.sourceURL).toBe(`${web.origin}/pets.yaml?token=hidden&part=1`)
    await idle()
    expect(web.requests.at(-1)?.url).toContain('token=t0k3n-v4lue')
    expect(await done(as('create').get(org(), 'pets'))).not.toHaveProperty('lastProcessErrorCode')
    const broken = url.replace('reader:', 'other:')
    await done(as('create').put(org(), 'pets', { url: broken }))
    await idle()
    const failed = await done(as('create').get(org(), 'pets'))
    expect(failed.lastProcessErrorCode).toBe('FETCH_ERROR')
    const refusal = await refused(
      as('create').create(org(), 'x', { url: `${url}\u0000${'y'.repeat(2048)}` }),
      400,
    )

    const told = [created, failed, refusal, t.faults]
    for (const path of [
      'events',
      'audit-events',
      'openapi',
      'openapi/pets',
      'openapi/pets/versions/latest/content',
    ]) {
      told.push((await callRest(t, cast.admin, 'GET', `/orgs/${org()}/${path}`)).body as never)
    }
    const { rows: tables } = await t.db.database.pool.query<{ name: string }>(
      `SELECT table_name AS "name" FROM information_schema.tables WHERE table_schema = current_schema()`,
    )
    for (const { name: table } of tables) {
      const { rows } = await t.db.database.pool.query(`SELECT x::text FROM "${table}" x`)
      told.push(rows as never)
    }
    const hex = (text: string) => Buffer.from(text).toString('hex')
    for (const secret of ['pass-w0rd', 't0k3n-v4lue', btoa('reader:pass-w0rd')]) {
      expect(JSON.stringify(told)).not.toContain(secret)
      expect(JSON.stringify(told)).not.toContain(hex(secret))
    }
  })

  it.runIf(name === 'graphql')('are nodes, and subjects of events', async () => {
    const spec = await done(as('create').create(org(), 'pets', { text: pets() }))
    await idle()
    const { node } = await queried<{ node: { latestVersion: { id: string } } }>(
      t,
      cast.read,
      `query($id: ID!) { node(id: $id) { ... on OpenAPISpec { slug version organization { id } latestVersion { id } } } }`,
      { id: spec.id },
    )
    expect(node).toMatchObject({ slug: 'pets', organization: { id: org() } })
    const version = await queried(
      t,
      cast.read,
      'query($id: ID!) { node(id: $id) { ... on OpenAPISpecVersion { spec { slug } } } }',
      {
        id: node.latestVersion.id,
      },
    )
    expect(version).toEqual({ node: { spec: { slug: 'pets' } } })
    const put = `mutation($input: CreateOrUpdateOpenAPISpecBySlugInput!) { createOrUpdateOpenAPISpecBySlug(input: $input) { created } }`
    const input = { organizationId: org(), specSlug: 'cats', source: { text: pets('Cats') } }
    expect(await queried(t, cast.create, put, { input })).toMatchObject({
      createOrUpdateOpenAPISpecBySlug: { created: true },
    })
    expect(await queried(t, cast.create, put, { input })).toMatchObject({
      createOrUpdateOpenAPISpecBySlug: { created: false },
    })
  })
})

it('a PUT of a spec answers 201 if it creates and 200 if it updates, by REST', async () => {
  const put = (headers = {}) =>
    callRest(t, cast.create, 'PUT', `/orgs/${org()}/openapi/pets`, {
      body: { source: { text: pets() } },
      headers,
    })
  const key = { 'idempotency-key': 'a' }
  expect((await put(key)).status).toBe(201)
  expect((await put(key)).status).toBe(201)
  expect((await put()).status).toBe(200)
  const two = await Promise.all(
    [1, 2, 3].map(() =>
      callRest(t, cast.create, 'PUT', `/orgs/${org()}/openapi/cats`, {
        body: { source: { text: pets('Cats') } },
      }),
    ),
  )
  expect(two.map(({ status }) => status).sort()).toEqual([200, 200, 201])
})

it('a body of more than 16 MiB is rejected', async () => {
  const body = { slug: 'pets', source: { text: 'x'.repeat(16 * 1024 * 1024) } }
  expect((await callRest(t, cast.create, 'POST', `/orgs/${org()}/openapi`, { body })).status).toBe(413)
})
