import { posix } from 'node:path'
import { percentDecoded } from './references.ts'

const pageFile = /\.(?:md|markdown|html?|docx)$/i
const longestSlug = 100

/** A name of a file or folder as a person would write it. */
export function titleFromName(name: string): string {
  const words = name
    .replace(pageFile, '')
    .replace(/^\d+[-_. ]+(?=\S)/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1)
}

export function slugFrom(name: string): string | undefined {
  const slug = name
    .replace(pageFile, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return [...slug].slice(0, longestSlug).join('').replace(/-+$/, '') || undefined
}

/** The last part of a URL that names something; its host when there is none. */
export function nameFromUrl(url: string): string {
  const { pathname, hostname } = new URL(url)
  return percentDecoded(posix.basename(pathname)) || hostname
}
