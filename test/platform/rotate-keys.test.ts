import { describe, expect, it } from 'vitest'
import { sealedColumns } from '../../src/core/operations/module.ts'
import { SignedPaths } from '../../src/http/urls.ts'
import { enqueue } from '../../src/platform/queue.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { appForFile, startApp } from '../support/app.ts'
import { quire } from '../support/command-line.ts'
import { bodyOf, send } from '../support/refusals.ts'

const OLD = 'the first key of more than thirty-two characters'
const NEW = 'the second key of more than thirty-two characters'

const t = await appForFile({ environment: { SECRET_KEY: OLD } })
const { id: organizationId } = await t.build.buildOrganization()
const { token } = await t.build.buildPerson({ organizationId, role: 'admin' })

const keyed = (configured: string) => createSecrets(t.db.database, { configured, dataDir: '/nonexistent' })
const run = (SECRET_KEY: string) =>
  quire(['rotate-keys', '--json'], { DATABASE_URL: t.db.url, SECRET_KEY, DATA_DIR: '/nonexistent' })
const sealedTexts = async () => {
  const found: string[] = []
  for (const [table, column] of sealedColumns.entries()) {
    const { rows } = await t.db.database.pool.query(`SELECT "${column}" AS sealed FROM "${table}"`)
    found.push(...rows.flatMap(({ sealed }) => sealed ?? []))
  }
  return found
}

describe.sequential('rotating the key', () => {
  it('knows every column that contains encrypted texts', async () => {
    const { rows } = await t.db.database.pool.query(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name LIKE 'sealed%'`,
    )
    const declared = sealedColumns.entries().map((entry) => entry.join('.'))
    for (const { name } of rows) expect(declared).toContain(name)
    expect(declared).toContain('Webhook.secret')
    expect(declared).toContain('IdempotencyKey.answer')
  })

  it('encrypts everything again, while the server runs with both keys', async () => {
    const webhook = { url: 'https://hooks.example.com/x', secret: 'hunter2-hunter2-hunter2' }
    const path = `/v1/orgs/${organizationId}/webhooks`
    const headers = { 'Idempotency-Key': 'rotation' }
    const created = await send(t.origin, path, { token, json: webhook, headers })
    expect(created.status).toBe(201)
    const site = bodyOf(
      await send(t.origin, `/v1/orgs/${organizationId}/sites`, { token, json: { title: 'Docs' } }),
    )
    const keyPath = `/v1/orgs/${organizationId}/sites/${site.id}/publishing/auth`
    const { privateKey } = bodyOf(await send(t.origin, keyPath, { token }))
    const webhookPath = `${path}/${bodyOf(created).id}`
    const etag = (await send(t.origin, webhookPath, { token })).headers.get('etag')
    const sealed = await keyed(OLD).seal('a part of a job')
    await t.db.database.transaction((tx) => enqueue(tx, 'a-job', {}, { organizationId, sealed }))
    const before = await sealedTexts()
    expect(before.length).toBeGreaterThan(2)

    // A node that has both keys, and begins with the old one, opens what either has encrypted.
    const both = await startApp({ sharing: t, environment: { SECRET_KEY: `${OLD},${NEW}` } })
    const { code, stdout } = await run(`${NEW}, ${OLD}`)
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, unreadable: {} })
    const prefix = await keyed(NEW).currentPrefix()
    const after = await sealedTexts()
    expect(after).toHaveLength(before.length)
    expect(after.filter((text) => !text.startsWith(prefix))).toEqual([])
    expect(bodyOf(await send(both.origin, keyPath, { token })).privateKey).toBe(privateKey)
    expect((await send(t.origin, webhookPath, { token })).headers.get('etag')).toBe(etag)
    const replayed = await send(both.origin, path, { token, json: webhook, headers })
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    expect(replayed.text).toBe(created.text)
    await both.close()
  })

  it('leaves nothing that needs the old key', async () => {
    const only = keyed(NEW)
    for (const sealed of await sealedTexts())
      await expect(only.open(sealed)).resolves.toEqual(expect.any(String))
    const { retired } = await t.db.database.prisma.instanceKey.findUniqueOrThrow({ where: { id: 1 } })
    expect(retired).toBeNull()
    await expect(keyed(OLD).seal('x')).rejects.toThrow('SECRET_KEY is not the key')
  })

  it('reports what no key opens, and exits with 3', async () => {
    await t.db.database.prisma.webhook.updateMany({ data: { secret: 's1.00000000.AAAA.AAAA.AAAA' } })
    const { code, stdout } = await run(NEW)
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 3, unreadable: { 'Webhook.secret': 1 } })
  })

  it('keeps URLs that were signed with the old key valid', async () => {
    const now = () => new Date()
    const before = new SignedPaths(async () => {
      const [, old] = await keyed(`${NEW},${OLD}`).keysFor('signed addresses')
      return [old as Buffer]
    }, now)
    const after = new SignedPaths(() => keyed(`${NEW},${OLD}`).keysFor('signed addresses'), now)
    const without = new SignedPaths(() => keyed(NEW).keysFor('signed addresses'), now)
    for (const paths of [before, after, without]) await paths.prepare()
    const url = new URL(before.sign('/files/x', 60_000), 'http://quire')
    const query = Object.fromEntries(url.searchParams)
    expect(after.isValid('/files/x', query)).toBe(true)
    expect(without.isValid('/files/x', query)).toBe(false)
  })
})
