import { inspectFile } from '../../core/files/inspect-file.ts'
import type { ImportedFile } from './types.ts'

export async function importedFile(path: string, bytes: Buffer): Promise<ImportedFile> {
  const { name, contentType } = await inspectFile(bytes, { name: path })
  return { path, name, contentType, bytes }
}
