import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirError } from '../data-dir.ts'
import { type Account, isRoot, runAs, systemAccount } from './account.ts'
import { majorOf, program } from './binaries.ts'

/** Where root stores what the PostgreSQL account cannot reach in the project. */
export const SYSTEM_DIRECTORY = '/var/lib/quire'
const WORK_PREFIX = 'postgres.new-'

/** The folder that holds the cluster, and the account that owns the cluster. */
export interface Site {
  home: string
  cluster: string
  account: Account
}

export async function chooseSite(dataDir: string, log: (line: string) => void): Promise<Site> {
  const remembered = isRoot ? await rememberedHome(dataDir) : undefined
  const site = (home: string, account: Account): Site => ({ home, cluster: join(home, 'postgres'), account })

  const current = site(remembered ?? dataDir, undefined)
  if (existsSync(current.cluster)) {
    const { uid, gid } = await stat(current.cluster)
    // Root runs the server as the user who created the cluster, so `sudo` once does not change the owner of
    // the data.
    const account = isRoot ? (uid === 0 ? await systemAccount(log) : { uid, gid }) : undefined
    if (process.getuid && !(isRoot || uid === process.getuid()))
      throw new Error(
        `${current.cluster} was created by another account (uid ${uid}). Start Quire with that account.`,
      )
    if (account && !(await runAs(account, '/bin/sh', ['-c', 'test -x "$0"', current.cluster])).ok)
      throw new Error(
        `The account of PostgreSQL (uid ${uid}) can no longer reach ${current.cluster}. Give it access to the parent folders.`,
      )
    return site(current.home, account)
  }
  if (!isRoot) return current
  const account = await systemAccount(log)
  if (remembered) return site(remembered, account)
  if (await canHold(dataDir, account)) return site(dataDir, account)
  return site(await makeSystemHome(dataDir, log), account)
}

async function rememberedHome(dataDir: string): Promise<string | undefined> {
  const note = join(dataDir, 'postgres.location')
  if (!existsSync(note)) return undefined
  const id = (await readFile(note, 'utf8')).trim()
  const home = join(SYSTEM_DIRECTORY, 'data', id)
  if (/^[0-9a-f]{16}$/.test(id) && existsSync(home)) return home
  throw new Error(
    `The database of ${dataDir} was in ${home}, which no longer exists. Delete ${note} to start with an empty one.`,
  )
}

async function canHold(directory: string, account: Account): Promise<boolean> {
  const probe = join(directory, `${WORK_PREFIX}${randomUUID()}`)
  try {
    await makeFor(account, probe)
    return (await runAs(account, '/bin/sh', ['-c', ': > "$0/probe"', probe])).ok
  } catch {
    return false
  } finally {
    await rm(probe, { recursive: true, force: true })
  }
}

async function makeSystemHome(dataDir: string, log: (line: string) => void): Promise<string> {
  const id = randomBytes(8).toString('hex')
  const home = join(SYSTEM_DIRECTORY, 'data', id)
  await mkdir(home, { recursive: true })
  // Explicit, because root's umask may be 077.
  for (const directory of [SYSTEM_DIRECTORY, join(SYSTEM_DIRECTORY, 'data'), home])
    await chmod(directory, 0o755)
  await writeSafely(join(dataDir, 'postgres.location'), `${id}\n`)
  log(`The database is in ${home}, because the account of PostgreSQL cannot reach ${dataDir}`)
  return home
}

/** The password of the role `quire`; it is written before the cluster, so a cluster always has one. */
export async function clusterPassword(dataDir: string, cluster: string): Promise<string> {
  const file = join(dataDir, 'postgres.password')
  const kept = existsSync(file) ? (await readFile(file, 'utf8')).trim() : ''
  if (/^[0-9a-f]{48}$/.test(kept)) return kept
  if (existsSync(cluster))
    throw new Error(
      `${file} is missing or damaged: it has the password of ${cluster}. Restore it from a backup.`,
    )
  const password = randomBytes(24).toString('hex')
  await writeSafely(file, `${password}\n`)
  return password
}

/** Throws if the data was written by another major version of PostgreSQL, which the installed one cannot read. */
export async function requireSameMajor(cluster: string, account: Account, binaries: string): Promise<void> {
  const written = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (written === '') return
  const installed = await majorOf(account, binaries)
  if (written === installed) return
  throw new DataDirError(
    `${cluster} was written by PostgreSQL ${written}, and this version of Quire has PostgreSQL ${installed}. Nothing was changed. ` +
      'With the version of Quire that you used before, run: npx quire backup before.quire. ' +
      'With this version, set DATA_DIR to a new folder, run: npx quire restore before.quire, and copy secret.key there.',
  )
}

/** Initializes the cluster in a temporary folder and moves it into place. The caller holds the start lock. */
export async function initialiseCluster(
  { home, cluster, account }: Site,
  options: { binaries: string; password: string; sync: boolean },
): Promise<void> {
  for (const name of await readdir(home))
    if (name.startsWith(WORK_PREFIX))
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })

  const work = join(home, `${WORK_PREFIX}${randomUUID()}`)
  try {
    await mkdir(work, { mode: 0o700 })
    // Written while only this account can access the folder, so the other account cannot redirect what root
    // writes.
    const passwordFile = join(work, 'password')
    await writeFile(passwordFile, options.password, { flag: 'wx', mode: 0o600 })
    if (account) await chown(passwordFile, account.uid, account.gid)
    if (account) await chown(work, account.uid, account.gid)
    const outcome = await runAs(account, program(options.binaries, 'initdb'), [
      `--pgdata=${join(work, 'data')}`,
      '--username=quire',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(options.sync ? [] : ['--no-sync']),
    ])
    if (!outcome.ok)
      throw new Error(`PostgreSQL could not prepare its data in ${home}: ${outcome.stderr.trim()}`)
    await rename(join(work, 'data'), cluster)
    if (options.sync) await syncDirectory(home)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function makeFor(account: Account, directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 })
  if (account) await chown(directory, account.uid, account.gid)
}

/** Replaces a small file so that a crash leaves the old or the new text, readable by its owner only. */
export async function writeSafely(path: string, text: string): Promise<void> {
  const next = `${path}.${randomUUID()}`
  const file = await open(next, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(next, path)
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}
