// What is made from files of the project, and made again once they have changed. Plain JavaScript, as it runs before anything is
// compiled.
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')

const minute = 60 * 1000

/**
 * Makes what belongs into a folder, unless it was made from the same inputs.
 * @param {string} target
 * @param {() => string[]} inputs
 * @param {() => Promise<void>} make
 */
export async function ensure(target, inputs, make) {
  if (isFresh(target, inputs)) return
  requireWritable(target)
  const unlock = await lock(join(target, '.lock'), () => isFresh(target, inputs))
  try {
    if (isFresh(target, inputs)) return
    const stamp = digest(inputs())
    await make()
    replaceFile(stampOf(target), stamp)
  } finally {
    unlock()
  }
}

/** @param {string} target */
function requireWritable(target) {
  try {
    mkdirSync(target, { recursive: true })
    accessSync(target, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
    throw new Error(
      `Quire did not start. It has to be compiled, but this account cannot write to ${target} (${code}). Run "npm run build" once with an account that can.`,
    )
  }
}

/**
 * Reading all inputs takes a tenth of a second of every start, so the sizes and times of those that matched are kept.
 * @param {string} target
 * @param {() => string[]} inputs
 */
function isFresh(target, inputs) {
  if (!existsSync(stampOf(target))) return false
  const stamp = readFileSync(stampOf(target), 'utf8')
  const files = inputs()
  const seen = `${stamp} ${signature(files)}`
  const seenFile = join(target, '.seen')
  if (existsSync(seenFile) && readFileSync(seenFile, 'utf8') === seen) return true
  if (stamp !== digest(files)) return false
  try {
    replaceFile(seenFile, seen)
  } catch {
    // This account cannot write there; the next start reads the inputs again.
  }
  return true
}

/**
 * Changes with any write to one of the files, also where it keeps the size and sets the time of the content.
 * @param {string[]} files
 */
function signature(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs, ctimeMs } = statSync(join(root, file), { throwIfNoEntry: false }) ?? {}
    hash.update(`${file}\0${size}\0${mtimeMs}\0${ctimeMs}\n`)
  }
  return hash.digest('hex')
}

/** @param {string} target */
export function stampOf(target) {
  return join(target, '.stamp')
}

/**
 * Avoids duplicate work in a second process; two holders would do no harm, so a lock whose holder is gone
 * is removed.
 * @param {string} path
 * @param {() => boolean} isDone
 */
async function lock(path, isDone) {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    if (isDone()) return () => {}
    if (isAbandoned(path)) rmSync(path, { force: true })
    else await pause(50)
  }
}

/** @param {string} path */
function isAbandoned(path) {
  try {
    // A process id may be reused, especially in a container; no build takes this long.
    if (isOlderThan(path, minute)) return true
    const holder = Number(readFileSync(path, 'utf8'))
    if (holder === process.pid) return true
    if (holder > 0) process.kill(holder, 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

/**
 * @param {string} path
 * @param {number} age
 */
export function isOlderThan(path, age) {
  return statSync(path).mtimeMs < Date.now() - age
}

/**
 * @param {string} path
 * @param {string | Uint8Array} content
 */
export function replaceFile(path, content) {
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, content)
  renameSync(aside, path)
}

/** @param {string[]} files */
function digest(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const path = join(root, file)
    if (!existsSync(path)) continue
    const content = readFileSync(path)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
