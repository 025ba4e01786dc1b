import { realpath } from 'node:fs/promises'
import { Client } from 'pg'
import { errorCode } from './processes.ts'

const INVALID_PASSWORD = '28P01'
const NO_SUCH_DATABASE = '3D000'
const DUPLICATE_DATABASE = '42P04'

export function connectionUrl(password: string, port: number): string {
  return `postgresql://quire:${password}@127.0.0.1:${port}/quire`
}

/** Whether the server responds, serves this cluster and has our database, which is created if missing. */
export async function isServing(url: string, cluster: string): Promise<boolean> {
  try {
    const directory = await query(url, 'SHOW data_directory')
    return (await realpath(directory)) === cluster
  } catch (error) {
    const code = errorCode(error)
    if (code === INVALID_PASSWORD)
      throw new Error(`PostgreSQL on ${cluster} rejects the password of this DATA_DIR.`, { cause: error })
    if (code === NO_SUCH_DATABASE) return createDatabase(url).then(() => isServing(url, cluster))
    return false
  }
}

async function createDatabase(url: string): Promise<void> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  try {
    await query(maintenance.href, 'CREATE DATABASE quire')
  } catch (error) {
    if (errorCode(error) !== DUPLICATE_DATABASE) throw error
  }
}

async function query(url: string, text: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 20_000 })
  // Errors while disconnecting are ignored.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<string[]>({ text, rowMode: 'array' })
    return rows[0]?.[0] ?? ''
  } finally {
    await client.end()
  }
}
