import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database.ts'

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  url: string
  database: Database
  /** The statements since the last reset: the number of rows, and whether it shared the previous one's round trip. */
  statements: { text: string; rows: number; isJoined: boolean }[]
  drop(): Promise<void>
}

async function onServer(text: string): Promise<void> {
  const lobby = new URL(inject('clusterUrl'))
  lobby.pathname = '/quire_lobby'
  const client = new pg.Client({ connectionString: lobby.href })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** The URL of a new copy of the migrated database, or of one without any table. */
export async function createDatabase({ isMigrated = true } = {}): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${isMigrated ? 'quire' : 'template0'} STRATEGY file_copy`)
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${name}`
  return url.href
}

export async function dropDatabase(url: string): Promise<void> {
  await onServer(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const url = await createDatabase()
  const statements: TestDatabase['statements'] = []
  const database = openDatabase({
    url,
    poolSize: 5,
    onStatement: (text, rows, _ms, _origin, isJoined) => statements.push({ text, rows, isJoined }),
  })
  return {
    url,
    database,
    statements,
    drop: async () => {
      await database.close()
      await dropDatabase(url)
      // See `close` in app.ts.
      statements.length = 0
    },
  }
}
