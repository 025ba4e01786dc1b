import { Html, html, nothing } from '../html.ts'

/** Line icons on a grid of 24: the path data of each. */
const paths: Readonly<Record<string, string>> = {
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14m5 12 5 5',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  chevron: 'M9 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  'arrow-left': 'M19 12H5m6-6-6 6 6 6',
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  file: 'M14 3H6v18h12V7zm0 0v4h4',
  image: 'M4 5h16v14H4zm0 11 5-5 4 4 2-2 5 4M15 9h.01',
  play: 'M7 4v16l13-8z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  download: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8m0-6v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5',
  info: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18m0 8v6m0-9.5h.01',
  success: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18m-4 9 3 3 5-6',
  warning: 'M12 4 2.5 20h19zm0 6v5m0 2.5h.01',
  danger: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zm4 5v5m0 3h.01',
  check: 'M5 12l5 5 9-11',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1m2 3.5a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  book: 'M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2v14',
  home: 'M4 11l8-7 8 7v9h-6v-6h-4v6H4z',
  code: 'M8 7l-5 5 5 5m8-10 5 5-5 5',
  terminal: 'M5 7l5 5-5 5m7 0h7',
  gear: 'M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6m0-6 1 3 3-1 3 3-1 3 3 1-3 1 1 3-3 3-3-1-1 3-1-3-3 1-3-3 1-3-3-1 3-1-1-3 3-3 3 1z',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4 21c0-4 3.5-6 8-6s8 2 8 6',
  users:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M2 20c0-4 3-5.5 7-5.5s7 1.5 7 5.5M16 5a3.5 3.5 0 0 1 0 7m2 3c2.5.5 4 2 4 5',
  rocket: 'M5 15c-2 1-2 5-2 5s4 0 5-2m-1-4c2-6 6-10 13-10 0 7-4 11-10 13zm8-5h.01',
  star: 'M12 3l2.7 6 6.3.7-4.7 4.3 1.3 6.5-5.6-3.3-5.6 3.3L7.7 14 3 9.7 9.3 9z',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
  lock: 'M6 11h12v9H6zm2 0V8a4 4 0 0 1 8 0v3',
  key: 'M15 4a5 5 0 1 1-4 8l-8 8v-3l2-1v-2l3-1',
  cloud: 'M7 18a4 4 0 0 1 0-8 5 5 0 0 1 10-1 4.5 4.5 0 0 1 0 9z',
  database: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zm0 0c0 4 16 4 16 0M4 12c0 4 16 4 16 0',
  folder: 'M3 6h6l2 2h10v11H3z',
  globe: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18m-9 9h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18',
  mail: 'M3 6h18v12H3zm0 1 9 6 9-6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zm4 4h4',
  puzzle: 'M9 4a2 2 0 0 1 4 0v2h5v5h2a2 2 0 0 1 0 4h-2v5H4v-5h2a2 2 0 0 0 0-4H4V6h5z',
  question: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M9.5 9.5c0-3.5 5.5-3 5 .5-.3 1.5-2.5 2-2.5 4m0 3h.01',
  calendar: 'M4 6h16v14H4zm0 4h16M8 3v4m8-4v4',
  chart: 'M4 4v16h16M8 16v-4m4 4V8m4 8v-6',
  cart: 'M3 4h3l2 11h10l2-8H7m2 12h.01M17 19h.01',
  heart: 'M12 20C2 13 3 5 8 5c2 0 3 1 4 3 1-2 2-3 4-3 5 0 6 8-4 15',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  wrench: 'M20 7a5 5 0 0 1-7 5l-7 8-2-2 8-7a5 5 0 0 1 5-7l-2 3 2 2z',
  layers: 'M12 3l9 5-9 5-9-5zm-9 9 9 5 9-5M3 16l9 5 9-5',
  flag: 'M5 21V4h13l-3 4 3 4H5',
  tag: 'M3 12V4h8l9 9-8 8zM7.5 8h.01',
  server: 'M4 4h16v7H4zm0 9h16v7H4zm4-5.5h.01M8 16.5h.01',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z',
  plug: 'M9 3v5m6-5v5M6 8h12v3a6 6 0 0 1-12 0zm6 9v4',
  branch:
    'M7 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4m0 12a2 2 0 1 1 0 4 2 2 0 0 1 0-4m10-11a2 2 0 1 1 0 4 2 2 0 0 1 0-4M7 8v8m10-7c0 4-6 4-10 6',
}

/** Names of icons in texts, and ours. The rest of a name, such as `-alt` or `-circle`, is left out. */
const aliases: Readonly<Record<string, string>> = {
  'book-open': 'book',
  house: 'home',
  gears: 'gear',
  cog: 'gear',
  cogs: 'gear',
  sliders: 'gear',
  'screwdriver-wrench': 'wrench',
  tools: 'wrench',
  hammer: 'wrench',
  'magnifying-glass': 'search',
  envelope: 'mail',
  'puzzle-piece': 'puzzle',
  plugs: 'plug',
  'code-branch': 'branch',
  'git-alt': 'branch',
  github: 'branch',
  gitlab: 'branch',
  git: 'branch',
  'layer-group': 'layers',
  cubes: 'layers',
  cube: 'layers',
  'diagram-project': 'layers',
  'arrow-up-right-from-square': 'external',
  'up-right-from-square': 'external',
  'lightbulb-on': 'bolt',
  lightbulb: 'bolt',
  triangle: 'warning',
  exclamation: 'warning',
  'cart-shopping': 'cart',
  'shopping-cart': 'cart',
  'file-lines': 'file',
  earth: 'globe',
  'bullet-list': 'list',
  'address-book': 'users',
  laptop: 'terminal',
  'window-maximize': 'terminal',
  photo: 'image',
  video: 'play',
  floppy: 'download',
  comments: 'mail',
}

const drawn = new Map<string, Html>()

/** An icon of the user interface. It has no name of its own: the text beside it, or a label, has one. */
export function icon(name: string): Html {
  const before = drawn.get(name)
  if (before) return before
  const path = paths[name]
  if (path === undefined) return nothing
  const made = new Html(
    `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${path}"/></svg>`,
  )
  drawn.set(name, made)
  return made
}

/** An icon that a writer names. Nothing if there is none with this name. */
export function iconNamed(name: string): Html {
  const parts = name.toLowerCase().replace(/^fa-/, '').split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const wanted = parts.slice(0, length).join('-')
    if (Object.hasOwn(paths, wanted)) return icon(wanted)
    const alias = Object.hasOwn(aliases, wanted) ? aliases[wanted] : undefined
    if (alias !== undefined) return icon(alias)
  }
  return nothing
}

const codePoints = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i

/** An emoji, given as characters or as code points such as `1f600`. */
export function emojiOf(emoji: string | undefined): Html {
  if (!emoji) return nothing
  const isCode = codePoints.test(emoji)
  const points = isCode ? emoji.split('-').map((point) => Number.parseInt(point, 16)) : []
  const characters =
    isCode && points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : emoji
  return html`<span class="emoji" aria-hidden="true">${characters.slice(0, 32)}</span>`
}

/** The emoji or the icon of a page. */
export const markOf = ({
  emoji,
  icon: name,
}: {
  emoji?: string | undefined
  icon?: string | undefined
}): Html => (emoji ? emojiOf(emoji) : name ? iconNamed(name) : nothing)
