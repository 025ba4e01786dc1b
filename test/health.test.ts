import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../src/config/config.ts'
import { applyMigrations, pendingMigrations } from '../src/platform/migrate.ts'
import { type App, buildApp } from '../src/server/app.ts'
import { TEST_SECRET_KEY } from './support/app.ts'
import { openTestDatabase, type TestDatabase } from './support/database.ts'
import { createFactories } from './support/factories.ts'
import { bodyOf, expectRefused, query, send } from './support/refusals.ts'

let db: TestDatabase
let app: App
let origin: string
let token: string
let readiness: { isOpen: boolean; check: () => Promise<void> }

beforeAll(async () => {
  db = await openTestDatabase()
  token = (await createFactories(db.database, { now: () => new Date() }).buildPerson()).token
})
afterAll(() => db.drop())

beforeEach(async () => {
  readiness = {
    isOpen: true,
    check: async () => {
      const missing = await pendingMigrations(db.database.pool)
      if (missing.length > 0) throw new Error(`Migrations are missing: ${missing.join(', ')}`)
    },
  }
  app = await buildApp({
    config: loadConfig({ PORT: '0', RUN_JOBS: 'false', SECRET_KEY: TEST_SECRET_KEY }),
    database: db.database,
    databaseUrl: db.url,
    readiness,
    log: pino({ level: 'silent' }),
  })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

describe.each(['/livez', '/healthz'])('%s', (live) => {
  it.each([[true], [false]])('says that the process runs, open or not: %s', async (isOpen) => {
    readiness.isOpen = isOpen
    for (const path of [live, `${live}/`, `${live}?verbose=1`]) {
      const answer = await send(origin, path)
      expect(answer.status).toBe(200)
      expect(bodyOf(answer)).toEqual({ status: 'ok' })
    }
    expect((await send(origin, live, { method: 'HEAD' })).status).toBe(200)
  })

  it('does not depend on the database', async () => {
    readiness.check = () => Promise.reject(new Error('The database is away.'))
    expectRefused(await send(origin, '/readyz'), 'unavailable')
    expect((await send(origin, live)).status).toBe(200)
  })

  it('does not query the database', async () => {
    db.statements.length = 0
    await send(origin, live)
    expect(db.statements).toEqual([])
  })
})

describe('/readyz', () => {
  it('is ready when the database answers and is migrated', async () => {
    const answer = await send(origin, '/readyz')
    expect(answer.status).toBe(200)
    expect(bodyOf(answer)).toEqual({ status: 'ready' })
  })

  it('needs no token, and says no more than that it is not ready', async () => {
    readiness.check = () =>
      Promise.reject(new Error('password authentication failed for postgres at 10.0.0.1'))
    const { message } = expectRefused(await send(origin, '/readyz'), 'unavailable')
    expect(message).toBe('The database cannot be reached or is not migrated.')
  })

  it('is not ready while a migration is missing', async () => {
    const { rows } = await db.database.pool.query(
      `DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING *`,
    )
    expectRefused(await send(origin, '/readyz'), 'unavailable')
    const [row] = rows as Record<string, unknown>[]
    const columns = Object.keys(row ?? {})
    await db.database.pool.query(
      `INSERT INTO _prisma_migrations (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row ?? {}),
    )
    expect((await send(origin, '/readyz')).status).toBe(200)
    expect(await applyMigrations({ connectionString: db.url, log: () => {} })).toEqual([])
  })

  it('does not wait for a database that does not answer', async () => {
    readiness.check = () => new Promise(() => {})
    const asked = performance.now()
    expectRefused(await send(origin, '/readyz'), 'unavailable')
    expect(performance.now() - asked).toBeLessThan(4_000)
  })
})

describe('a server that is starting or stopping', () => {
  it('is not ready, and serves neither API', async () => {
    readiness.isOpen = false
    const viewer = '{ viewer { user { id } } }'
    for (const answer of [
      await send(origin, '/readyz'),
      await send(origin, '/readyz/?now'),
      await send(origin, '/v1/user', { token }),
      await send(origin, '/v1/nothing', { token }),
      await send(origin, '/v1/orgs', { token, json: { title: 'New' } }),
      await query(origin, viewer, { token }),
      await query(origin, '{ __typename }'),
      await send(origin, `/graphql?query=${encodeURIComponent(viewer)}`, { token }),
    ]) {
      expect(expectRefused(answer, 'unavailable').message).toMatch(/starting or stopping/)
    }
    readiness.isOpen = true
    expect((await send(origin, '/v1/user', { token })).status).toBe(200)
    expect((await query(origin, viewer, { token })).status).toBe(200)
  })
})
