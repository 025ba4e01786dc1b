import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '../../../core/errors.ts'
import { readFrontMatter, splitSource } from '../../documents/index.ts'
import { includeTitle } from '../../import/index.ts'
import { patchFrontMatter, statedMetadata } from '../../page-metadata/index.ts'
import type { PageRecord, ReusableRecord } from '../../revisions/index.ts'

/** Fields of a page, and their keys in front matter. */
const KEYS = {
  description: 'description',
  icon: 'icon',
  condition: 'if',
  hidden: 'hidden',
  noIndex: 'noIndex',
  noRobotsIndex: 'noRobotsIndex',
  variables: 'vars',
} as const

/** The text of a page with everything that the space knows about it. Texts that have it already are not changed. */
export function exportedText(page: PageRecord, source: string): { text: string; hasOwnTitle: boolean } {
  try {
    const stated = statedMetadata(source)
    const changes: Record<string, unknown> = {}
    for (const [field, key] of Object.entries(KEYS) as [keyof typeof KEYS, string][]) {
      if (page[field] !== undefined && !isDeepStrictEqual(page[field], stated[field]))
        changes[key] = page[field]
    }
    const { ref } = page.cover ?? {}
    if (ref?.kind === 'url' && stated.cover === undefined) changes.cover = ref.url
    const text = Object.keys(changes).length > 0 ? patchFrontMatter(source, changes) : source
    return { text, hasOwnTitle: stated.title !== undefined }
  } catch (error) {
    // Front matter that cannot be parsed is written as it is.
    if (error instanceof DomainError) return { text: source, hasOwnTitle: false }
    throw error
  }
}

/** The text of a reusable content, with its title unless an import would give it the same one. */
export function exportedReusable({ title }: ReusableRecord, source: string, path: string): string {
  const matter = readFrontMatter(splitSource(source).frontMatter ?? '')
  // Front matter that cannot be parsed is written as it is.
  if ('error' in matter || includeTitle(matter.values.title, path) === title) return source
  return patchFrontMatter(source, { title })
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** The bytes of a text, with the byte order mark that its file had. */
export const bytesOf = (text: string, hasMark: boolean): Buffer =>
  hasMark ? Buffer.concat([MARK, Buffer.from(text)]) : Buffer.from(text)

/** The object id that Git gives to these bytes. */
export const oidOf = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex')
