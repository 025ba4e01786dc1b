import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fontAwesomeNames } from './font-awesome-names.ts'
import { iconPaths, LONGEST_NAME, ownIcon } from './icons.ts'

interface IconSet {
  icons: Record<string, { body: string }>
  aliases: Record<string, { parent: string }>
}

let loaded: IconSet | undefined

/** All icons of Lucide, which are line icons on the same grid. They are read when a text first names one. */
function iconSet(): IconSet {
  const file = createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json')
  loaded ??= JSON.parse(readFileSync(file, 'utf8')) as IconSet
  return loaded
}

const drawn = new Map<string, string | undefined>()
/** Names come from texts, so only so many are kept. */
const MAX_KEPT = 2_000

/**
 * The path data of the icon that a text names, in the set of this project or in Lucide, also by its name in Font Awesome.
 * `fa-` and the end of a name, such as `-alt`, are ignored where the whole name means nothing.
 */
export function namedIcon(name: string): string | undefined {
  const wanted = name.slice(0, LONGEST_NAME).toLowerCase().replace(/^fa-/, '')
  if (drawn.has(wanted)) return drawn.get(wanted)
  const path = find(wanted)
  if (drawn.size >= MAX_KEPT) drawn.clear()
  drawn.set(wanted, path)
  return path
}

function find(name: string): string | undefined {
  const parts = name.split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const part = parts.slice(0, length).join('-')
    const own = ownIcon(part)
    const path = own === undefined ? fromSet(part) : iconPaths[own]
    if (path !== undefined) return path
  }
  return undefined
}

function fromSet(name: string): string | undefined {
  const { icons, aliases } = iconSet()
  const meant = Object.hasOwn(fontAwesomeNames, name) ? fontAwesomeNames[name] : name
  if (meant === undefined) return undefined
  const key = Object.hasOwn(aliases, meant) ? aliases[meant]?.parent : meant
  return key !== undefined && Object.hasOwn(icons, key) ? pathOf(icons[key]?.body ?? '') : undefined
}

const SHAPES = /<(path|circle|ellipse|rect)\b([^<>]*)>/g
const ATTRIBUTES = /([\w-]{1,20})="([^"<>]*)"/g

/** The shapes of an icon as the data of one path, which pages and PDFs draw alike. */
function pathOf(body: string): string {
  const parts = [...body.matchAll(SHAPES)].map(([, shape, written = '']) => {
    const attributes = new Map(
      [...written.matchAll(ATTRIBUTES)].map(([, name = '', value = '']) => [name, value]),
    )
    const number = (name: string) => Number(attributes.get(name) ?? 0)
    if (shape === 'path') return attributes.get('d') ?? ''
    if (shape === 'rect') {
      const radius = number('rx') || number('ry')
      return rectangle(number('x'), number('y'), number('width'), number('height'), radius)
    }
    const [rx, ry] = shape === 'circle' ? [number('r'), number('r')] : [number('rx'), number('ry')]
    return ellipse(number('cx'), number('cy'), rx, ry)
  })
  return parts.join('')
}

const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`

const rectangle = (x: number, y: number, width: number, height: number, r: number): string =>
  r === 0
    ? `M${x} ${y}h${width}v${height}h${-width}z`
    : `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`
