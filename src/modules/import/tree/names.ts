import { posix } from 'node:path'
import { slugOfName } from '../../../core/slugs.ts'
import { percentDecoded } from '../../documents/index.ts'

const pageFile = /\.(?:md|markdown|html?|docx)$/i

/** The title for the name of a file or folder. */
export function titleFromName(name: string): string {
  const words = name
    .replace(pageFile, '')
    .replace(/^\d+[-_. ]+(?=\S)/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1)
}

export const slugFrom = (name: string): string | undefined => slugOfName(name.replace(pageFile, ''))

/** The last segment of a URL, or its host if there is none. */
export function nameFromUrl(url: string): string {
  const { pathname, hostname } = new URL(url)
  return percentDecoded(posix.basename(pathname)) || hostname
}
