import { posix } from 'node:path'
import { percentDecoded, slugOfName } from '../../documents/index.ts'

const pageFile = /\.(?:md|markdown|html?|docx)$/i

/** A name of a file or folder as a person would write it. */
export function titleFromName(name: string): string {
  const words = name
    .replace(pageFile, '')
    .replace(/^\d+[-_. ]+(?=\S)/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1)
}

export const slugFrom = (name: string): string | undefined => slugOfName(name.replace(pageFile, ''))

/** The last part of a URL that names something; its host when there is none. */
export function nameFromUrl(url: string): string {
  const { pathname, hostname } = new URL(url)
  return percentDecoded(posix.basename(pathname)) || hostname
}
