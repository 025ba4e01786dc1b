import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstanceKey } from '../generated/prisma/client.ts'
import { openDataDir } from './data-dir.ts'
import type { Database } from './database.ts'
import { writeSafely } from './embedded-postgres/cluster.ts'
import { fingerprintOf, type Key, keyFrom, openWith, sealWith } from './sealing.ts'

export interface KeySource {
  /** SECRET_KEY. */
  configured: string | undefined
  /** Where the key is stored when none is configured. */
  dataDir: string
}

/** The current key, and earlier ones that can still decrypt. */
export interface KeyRing {
  current: Key
  retired: Key[]
}

/** This node does not have the key of the database. The message is all that an operator needs to see. */
export class WrongKeyError extends Error {
  override readonly name = 'WrongKeyError'
}

const LOCK = 4_000_000_002
const ROW = { id: 1 }

/**
 * Finds the key of this node and checks that it is the one that all nodes of the database use: the database
 * stores its fingerprint, never the key. A first node without SECRET_KEY generates one and stores it in its
 * DATA_DIR. Setting SECRET_KEY later replaces that key; the old one is then stored in the database,
 * encrypted with the new one.
 */
export async function settleKey(
  { transaction }: Pick<Database, 'transaction'>,
  { configured, dataDir }: KeySource,
): Promise<KeyRing> {
  const file = join(dataDir, 'secret.key')
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`
    const row = await tx.instanceKey.findUnique({ where: ROW })
    const kept = existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined
    const text = configured ?? kept ?? textToKeep(row)
    const candidates = [text, kept].flatMap((each) => (each === undefined ? [] : keyFrom(each)))
    const [own] = candidates
    const inUse = row ? keyInUse(row, candidates) : own
    if (!own || !inUse || (inUse.id !== own.id && configured === undefined)) {
      throw wrongKey(configured === undefined ? (kept === undefined ? dataDir : file) : 'SECRET_KEY')
    }
    if (configured === undefined && kept === undefined) {
      await openDataDir(dataDir)
      await writeSafely(file, `${own.text}\n`)
    }
    const before: string[] = row?.retired ? JSON.parse(openWith([inUse], row.retired)) : []
    const retired = inUse.id === own.id ? before : [...before, inUse.text]
    const data = {
      key: null,
      fingerprint: fingerprintOf(own),
      retired: retired.length > 0 ? sealWith(own, JSON.stringify(retired)) : null,
    }
    if (row?.fingerprint !== data.fingerprint || row.key !== null) {
      await tx.instanceKey.upsert({ where: ROW, create: { ...ROW, ...data }, update: data })
    }
    return { current: own, retired: retired.map(keyFrom) }
  })
}

/** A key for a new instance, or the one that an earlier version stored in the database. */
function textToKeep(row: InstanceKey | null): string | undefined {
  return row ? (row.key ?? undefined) : randomBytes(32).toString('hex')
}

function keyInUse({ key, fingerprint }: InstanceKey, candidates: readonly Key[]): Key | undefined {
  if (key !== null) return keyFrom(key)
  return candidates.find((candidate) => fingerprintOf(candidate) === fingerprint)
}

function wrongKey(where: string): WrongKeyError {
  const problem =
    where === 'SECRET_KEY' || where.endsWith('secret.key')
      ? `${where} is not the key that this database is used with.`
      : `This database is used with a key that is not in ${where}.`
  return new WrongKeyError(
    `${problem} Set SECRET_KEY to the same value on all nodes, or start with the DATA_DIR that holds the secret.key of the first node.`,
  )
}
