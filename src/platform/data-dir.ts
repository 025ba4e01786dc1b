import { constants, existsSync } from 'node:fs'
import { access, chmod, mkdir, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isRoot } from './embedded-postgres/account.ts'

/** DATA_DIR cannot be used. The message is all that an operator needs to see. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError'
}

const reasons: Record<string, string> = {
  EACCES: 'this account cannot write there',
  EPERM: 'this account cannot write there',
  EROFS: 'it is on a read-only file system',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'part of its path is a file, not a folder',
  ENOENT: 'it cannot be created there',
  ENOSPC: 'the disk is full',
}

/** The real path of the folder, which is created if needed. */
export async function openDataDir(path: string): Promise<string> {
  const existed = existsSync(path)
  try {
    await mkdir(path, { recursive: true })
    // Under root's umask 077 the account of PostgreSQL could not access the new folder.
    if (isRoot && !existed) await chmod(path, 0o711)
    await access(path, constants.W_OK | constants.X_OK)
    return await realpath(resolve(path))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new DataDirError(
      `DATA_DIR ${path} cannot be used: ${reasons[code] ?? code}. Set DATA_DIR to a folder that this account can write to.`,
      { cause: error },
    )
  }
}
