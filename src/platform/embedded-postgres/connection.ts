import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { errorCode } from './processes.ts'

const INVALID_PASSWORD = '28P01'
const NO_SUCH_DATABASE = '3D000'
const DUPLICATE_DATABASE = '42P04'

/** The longest path of a Unix socket that every system accepts; macOS allows the fewest bytes. */
const MAX_SOCKET_PATH = 103

/**
 * The settings that make the server listen on a Unix socket in the folder of its data, besides TCP: statements
 * take less CPU time over it. None where there are no such sockets, or the path is too long for one.
 */
export function socketSettings(cluster: string, port: number): Record<string, string> {
  const isPossible =
    process.platform !== 'win32' && Buffer.byteLength(socketPath(cluster, port)) <= MAX_SOCKET_PATH
  // Relative to the folder of the data, which the account of the server can write to.
  return { unix_socket_directories: isPossible ? '.' : '', unix_socket_permissions: '0700' }
}

const socketPath = (cluster: string, port: number) => join(cluster, `.s.PGSQL.${port}`)

/** The URL of a running server: through its socket if it has one. The port is that of TCP in any case. */
export function connectionUrl(password: string, port: number, cluster: string): string {
  const url = `postgresql://quire:${password}@127.0.0.1:${port}/quire`
  return existsSync(socketPath(cluster, port)) ? `${url}?host=${encodeURIComponent(cluster)}` : url
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
