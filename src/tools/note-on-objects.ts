import { countStoredObjects } from '../modules/revisions/index.ts'
import { withClient } from './with-database.ts'

/** What a backup contains of files. */
export async function noteOnObjects(connectionString: string): Promise<string> {
  const { objects, bytes } = await withClient(connectionString, countStoredObjects)
  return objects === 0
    ? 'The backup contains the bytes of all files.'
    : `The bytes of ${objects} files (${bytes} bytes) are in the bucket of FILES_URL and not in the backup: keep the bucket as well.`
}
