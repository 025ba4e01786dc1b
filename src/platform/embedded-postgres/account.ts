import { execFile } from 'node:child_process'
import { errorCode } from './processes.ts'

/** The account that PostgreSQL runs under; undefined for our own. */
export type Account = { uid: number; gid: number } | undefined

const ADVICE = 'Run Quire as an ordinary user, or set DATABASE_URL to a PostgreSQL server.'
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export const isRoot = process.getuid?.() === 0

/**
 * The options of a PostgreSQL process: our environment (PGDATA, HOME, a locale) must not affect it, and its
 * account may not have access to our working directory.
 */
export function spawnOptionsFor(account: Account) {
  return { ...account, cwd: '/', env: { PATH, HOME: '/', LC_ALL: 'C', TZ: 'UTC' }, windowsHide: true }
}

interface Outcome {
  ok: boolean
  stdout: string
  stderr: string
}

export function runAs(account: Account, command: string, args: string[]): Promise<Outcome> {
  const options = { ...spawnOptionsFor(account), timeout: 60_000 }
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      resolve({
        ok: error === null,
        stdout,
        stderr: stderr || (error ? `${errorCode(error) ?? error.message}` : ''),
      })
    })
  })
}

/** The system account for PostgreSQL, which does not run as root; created if there is none. */
export async function systemAccount(log: (line: string) => void): Promise<{ uid: number; gid: number }> {
  const existing = await findAccount()
  if (existing) return existing
  const attempts: [string, string[]][] = [
    [
      'useradd',
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/usr/sbin/nologin',
      ],
    ],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin']],
  ]
  for (const [command, args] of attempts) {
    const made = await runAs(undefined, command, [...args, 'postgres'])
    const account = await findAccount()
    if (!account) continue
    if (made.ok) log('Created the system account "postgres", because PostgreSQL does not run as root')
    return account
  }
  throw new Error(`PostgreSQL does not run as root and no system account could be created for it. ${ADVICE}`)
}

async function findAccount(): Promise<{ uid: number; gid: number } | undefined> {
  for (const name of ['postgres', '_postgres']) {
    const uid = await runAs(undefined, 'id', ['-u', name])
    const gid = await runAs(undefined, 'id', ['-g', name])
    if (uid.ok && gid.ok && Number(uid.stdout) > 0)
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  return undefined
}
