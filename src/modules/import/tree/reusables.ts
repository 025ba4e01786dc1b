import { posix } from 'node:path'
import { readFrontMatter, splitSource } from '../../documents/index.ts'
import { refuseImport } from '../refusals.ts'
import type { ImportedReusable } from '../types.ts'
import { titleFromName } from './names.ts'
import { oneLine, readText } from './page-text.ts'

const includePattern = /(?:^|\/)\.gitbook\/includes\/.+\.md$/i

/** Whether a file of a tree is a text that its pages include. */
export const isInclude = (path: string): boolean => includePattern.test(path)

/** The title of an include: the one in its front matter, or else the name of its file. */
export const includeTitle = (stated: unknown, path: string): string =>
  oneLine(stated) || titleFromName(posix.basename(path))

/**
 * A text that pages include. Its title comes from its front matter, because a heading is part of the included text.
 */
export function importedReusable(bytes: Uint8Array, path: string, maxBytes: number): ImportedReusable {
  const markdown = readText(bytes, path, maxBytes)
  const matter = readFrontMatter(splitSource(markdown).frontMatter ?? '')
  if ('error' in matter) throw refuseImport(path, `The front matter of ${path}: ${matter.error.message}`)
  return { title: includeTitle(matter.values.title, path), markdown, path }
}
