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

const OBJECT_IN_USE = '55006'
const MAX_TRIES = 5

/** PostgreSQL itself waits 5 seconds for others to leave the template. On a busy machine that can be too short. */
async function copyDatabase(text: string, tries = MAX_TRIES): Promise<void> {
  try {
    await onServer(text)
  } catch (error) {
    if (tries === 1 || !(error instanceof pg.DatabaseError) || error.code !== OBJECT_IN_USE) throw error
    await copyDatabase(text, tries - 1)
  }
}

/** The URL of a new copy of the migrated database, or of one without any table. */
export async function createDatabase({ isMigrated = true } = {}): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = isMigrated ? 'quire' : 'template0'
  await copyDatabase(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
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
