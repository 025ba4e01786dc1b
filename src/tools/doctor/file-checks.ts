import { randomUUID } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { countStoredObjects, sampleObjects } from '../../modules/revisions/index.ts'
import { type ObjectStore, readObject } from '../../platform/files/object-store.ts'
import { hashInTurns } from '../../platform/turns/hash-in-turns.ts'
import { fileStorage } from '../../server/operation-tools.ts'
import { withClient } from '../with-database.ts'
import type { Finding } from './finding.ts'

const name = 'files'
/** Objects that are read as a sample. */
const SAMPLE = 5

/** Whether the bytes of files can be written, read and removed, and are where the database says. */
export async function checkFiles(connectionString: string, config: Config): Promise<Finding[]> {
  const { objects, rows } = await withClient(connectionString, countStoredObjects)
  const files = fileStorage(config)
  if (!files && objects === 0) return [{ name, state: 'ok', found: 'in the database' }]
  if (!files) {
    const action = 'Set FILES_URL and its keys as before.'
    return [{ name, state: 'problem', found: `${objects} are in a bucket, but FILES_URL is not set`, action }]
  }
  try {
    await tryOut(files)
    await readSample(connectionString, files)
    const found = `${objects} objects in the bucket, ${rows} files in the database`
    if (rows === 0) return [{ name, state: 'ok', found }]
    const action = 'To move files from the database to the bucket, run npx quire move-files.'
    return [{ name, state: 'ok', found, action }]
  } catch (error) {
    const action =
      'Check FILES_URL, FILES_ENDPOINT and FILES_REGION, the keys, and that they may read, write and delete objects.'
    return [{ name, state: 'problem', found: (error as Error).message, action }]
  } finally {
    files.close()
  }
}

async function tryOut(files: ObjectStore): Promise<void> {
  const bytes = Buffer.from('quire doctor')
  const key = `doctor.${randomUUID()}`
  await files.put(key, bytes, Buffer.from(await hashInTurns(bytes), 'base64url'))
  const read = await readObject(files, key, 0, bytes.length)
  await files.remove(key)
  if (!read.equals(bytes)) throw new Error('An object was read with other bytes than were written.')
}

/** So that a bucket that does not belong to the database is noticed. */
async function readSample(connectionString: string, files: ObjectStore): Promise<void> {
  const sample = await withClient(connectionString, (client) => sampleObjects(client, SAMPLE))
  for (const { object, hash, size } of sample) {
    const bytes = await readObject(files, object, 0, size)
    if ((await hashInTurns(bytes)) !== hash) throw new Error(`The object ${object} is damaged.`)
  }
}
