import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { unwrapWoff } from './woff.ts'

export type FamilyName = 'sans' | 'mono' | 'arabic' | 'thai' | 'symbols' | 'sc' | 'jp' | 'kr' | 'emoji'

export interface Variant {
  isBold: boolean
  isItalic: boolean
}

interface Family {
  package: string
  /** By subset. A family in one file has the one subset ''. */
  file(subset: string, variant: Variant): string
  isSplit: boolean
  hasItalic: boolean
  isVariable: boolean
}

const weight = ({ isBold }: Variant) => (isBold ? 700 : 400)
const slope = ({ isItalic }: Variant) => (isItalic ? 'italic' : 'normal')

const split = (name: string, hasItalic: boolean): Family => ({
  package: `@fontsource/${name}`,
  file: (subset, variant) =>
    `files/${name}-${subset}-${weight(variant)}-${hasItalic ? slope(variant) : 'normal'}.woff`,
  isSplit: true,
  hasItalic,
  isVariable: false,
})

const variable = (name: string): Family => ({
  package: `@fontsource-variable/${name}`,
  file: (subset) => `files/${name}-${subset}-wght-normal.woff2`,
  isSplit: true,
  hasItalic: false,
  isVariable: true,
})

const whole = (name: string): Family => ({
  package: 'dejavu-fonts-ttf',
  file: (_subset, { isBold, isItalic }) => {
    const variant = `${isBold ? 'Bold' : ''}${isItalic ? 'Oblique' : ''}`
    return `ttf/${name}${variant === '' ? '' : `-${variant}`}.ttf`
  },
  isSplit: false,
  hasItalic: true,
  isVariable: false,
})

// Han fonts have about 15 MB per weight, so variable fonts are used, with one file for all weights.
export const families: Readonly<Record<FamilyName, Family>> = {
  sans: split('noto-sans', true),
  mono: whole('DejaVuSansMono'),
  arabic: split('noto-sans-arabic', false),
  thai: split('noto-sans-thai', false),
  symbols: whole('DejaVuSans'),
  sc: variable('noto-sans-sc'),
  jp: variable('noto-sans-jp'),
  kr: variable('noto-sans-kr'),
  emoji: variable('noto-emoji'),
}

const require = createRequire(import.meta.url)
const folderOf = (family: Family) => dirname(require.resolve(`${family.package}/package.json`))

interface Range {
  from: number
  to: number
  subset: string
}

const ranges = new Map<FamilyName, Promise<Range[]>>()

/** The subset of a family that should contain a code point, as the family declares it. */
export async function subsetOf(name: FamilyName, codePoint: number): Promise<string | undefined> {
  const family = families[name]
  if (!family.isSplit) return ''
  const known = ranges.get(name) ?? readRanges(family)
  ranges.set(name, known)
  return (await known).find(({ from, to }) => codePoint >= from && codePoint <= to)?.subset
}

async function readRanges(family: Family): Promise<Range[]> {
  const text = await readFile(join(folderOf(family), 'unicode.json'), 'utf8')
  const declared: Record<string, string> = JSON.parse(text)
  return Object.entries(declared).flatMap(([name, list]) =>
    list.split(',').map((range) => {
      const [from = '', to = from] = range.slice(2).split('-')
      // Numbered subsets are declared as `[4]`, and their files are named `4`.
      return {
        from: Number.parseInt(from, 16),
        to: Number.parseInt(to, 16),
        subset: name.replace(/[[\]]/g, ''),
      }
    }),
  )
}

const maxHeldBytes = 32 * 1024 * 1024
const held = new Map<string, Promise<Uint8Array>>()
let heldBytes = 0

/** Bytes that the font library can open. */
export function fontBytes(name: FamilyName, subset: string, variant: Variant): Promise<Uint8Array> {
  const family = families[name]
  return bytesAt(join(folderOf(family), family.file(subset, variant)))
}

/** The bytes of a font for formulas, such as `Main-Regular`. */
export const formulaFontBytes = (name: string): Promise<Uint8Array> =>
  bytesAt(join(dirname(require.resolve('katex')), 'fonts', `KaTeX_${name}.ttf`))

/** Recently used ones stay in memory. */
async function bytesAt(path: string): Promise<Uint8Array> {
  const known = held.get(path)
  if (known !== undefined) {
    held.delete(path)
    held.set(path, known)
    return known
  }
  const read = readFont(path)
  held.set(path, read)
  const bytes = await read.catch((error: unknown) => {
    held.delete(path)
    throw error
  })
  heldBytes += bytes.byteLength
  for (const [oldest, content] of held) {
    if (heldBytes <= maxHeldBytes || oldest === path) break
    held.delete(oldest)
    heldBytes -= (await content).byteLength
  }
  return bytes
}

async function readFont(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path)
  if (path.endsWith('.woff')) return unwrapWoff(bytes)
  if (!path.endsWith('.woff2')) return bytes
  const { decompress } = await import('wawoff2')
  return Buffer.from(await decompress(bytes))
}
