import { posix } from 'node:path'
import { readFrontMatter, splitSource } from '../../documents/index.ts'
import { refuseImport } from '../refusals.ts'
import type { ImportedReusable } from '../types.ts'
import { titleFromName } from './names.ts'
import { oneLine, readText } from './page-text.ts'

const includePattern = /(?:^|\/)\.gitbook\/includes\/[^/]+\.md$/i

/** Whether a file of a tree is a text that its pages include. */
export const isInclude = (path: string): boolean => includePattern.test(path)

/**
 * A text that pages include. Its title comes from its front matter, because a heading is part of the included text.
 */
export function importedReusable(bytes: Uint8Array, path: string, maxBytes: number): ImportedReusable {
  const markdown = readText(bytes, path, maxBytes)
  const matter = readFrontMatter(splitSource(markdown).frontMatter ?? '')
  if ('error' in matter) throw refuseImport(path, `The front matter of ${path}: ${matter.error.message}`)
  return { title: oneLine(matter.values.title) || titleFromName(posix.basename(path)), markdown, path }
}
