import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstanceKey, Prisma } from '../generated/prisma/client.ts'
import { openDataDir } from './data-dir.ts'
import type { Database } from './database.ts'
import { writeSafely } from './embedded-postgres/cluster.ts'
import { fingerprintOf, type Key, keyFrom, openWith, sealWith } from './sealing.ts'

export interface KeySource {
  /** SECRET_KEY: one key, or several separated by commas, of which the first one encrypts. */
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
  source: KeySource,
): Promise<KeyRing> {
  return transaction(async (tx) => {
    const { row, own, isNew, retired, ring } = await findKeys(tx, source)
    if (isNew) {
      await openDataDir(source.dataDir)
      await writeSafely(keyFileIn(source.dataDir), `${own.text}\n`)
    }
    const data = {
      key: null,
      fingerprint: fingerprintOf(own),
      retired: retired.length > 0 ? sealWith(own, JSON.stringify(retired)) : null,
    }
    if (row?.fingerprint !== data.fingerprint || row.key !== null) {
      await tx.instanceKey.upsert({ where: ROW, create: { ...ROW, ...data }, update: data })
    }
    return ring
  })
}

/** The keys that `settleKey` would return. Nothing is changed. */
export const readKeys = (
  { transaction }: Pick<Database, 'transaction'>,
  source: KeySource,
): Promise<KeyRing> => transaction(async (tx) => (await findKeys(tx, source)).ring)

const keyFileIn = (dataDir: string) => join(dataDir, 'secret.key')

async function findKeys(tx: Prisma.TransactionClient, { configured, dataDir }: KeySource) {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`
  const file = keyFileIn(dataDir)
  const row = await tx.instanceKey.findUnique({ where: ROW })
  const kept = existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined
  const texts = configured === undefined ? [kept ?? textToKeep(row)] : textsIn(configured, row)
  const candidates = [...texts, kept].flatMap((each) => (each === undefined ? [] : keyFrom(each)))
  const [own] = candidates
  const inUse = row ? keyInUse(row, candidates) : own
  if (!own || !inUse || (inUse.id !== own.id && configured === undefined)) {
    throw wrongKey(configured === undefined ? (kept === undefined ? dataDir : file) : 'SECRET_KEY')
  }
  const before: string[] = row?.retired ? JSON.parse(openWith([inUse], row.retired)) : []
  const others = inUse.id === own.id ? before : [...before, inUse.text]
  // With nodes that begin with different keys, each of them can be an earlier one of the other.
  const retired = [...new Set(others)].filter((each) => each !== own.text)
  const listed = texts.slice(1).flatMap((each) => each ?? [])
  const ring: KeyRing = { current: own, retired: [...new Set([...retired, ...listed])].map(keyFrom) }
  return { row, own, isNew: configured === undefined && kept === undefined, retired, ring }
}

const LEAST_CHARACTERS = 32

/**
 * The keys in SECRET_KEY. A comma separates keys only if all of them are long enough, and a key with a comma that is
 * already in use stays one key.
 */
function textsIn(configured: string, row: InstanceKey | null): string[] {
  const parts = configured.split(',').map((part) => part.trim())
  const isOne = parts.some((part) => part.length < LEAST_CHARACTERS)
  if (isOne || row?.fingerprint === fingerprintOf(keyFrom(configured))) return [configured]
  return parts
}

/** Removes the earlier keys from the database, if this is still the current key. */
export async function forgetRetired(
  { transaction }: Pick<Database, 'transaction'>,
  current: Key,
): Promise<void> {
  await transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`
    const where = { ...ROW, fingerprint: fingerprintOf(current) }
    await tx.instanceKey.updateMany({ where, data: { retired: null } })
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
    `${problem} Set SECRET_KEY to the same value on all nodes (several keys are separated by commas), or start with the DATA_DIR that holds the secret.key of the first node.`,
  )
}
