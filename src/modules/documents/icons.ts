import { controlIcons } from './control-icons.ts'
import { hintIcons } from './hint-icons.ts'

/** Line icons on a grid of 24: the path data of each. */
export const iconPaths: Readonly<Record<string, string>> = {
  ...controlIcons,
  ...hintIcons,
  play: 'M7 4v16l13-8z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8m0-6v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5',
  terminal: 'M5 7l5 5-5 5m7 0h7',
  rocket: 'M5 15c-2 1-2 5-2 5s4 0 5-2m-1-4c2-6 6-10 13-10 0 7-4 11-10 13zm8-5h.01',
  star: 'M12 3l2.7 6 6.3.7-4.7 4.3 1.3 6.5-5.6-3.3-5.6 3.3L7.7 14 3 9.7 9.3 9z',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
  lock: 'M6 11h12v9H6zm2 0V8a4 4 0 0 1 8 0v3',
  key: 'M15 4a5 5 0 1 1-4 8l-8 8v-3l2-1v-2l3-1',
  cloud: 'M7 18a4 4 0 0 1 0-8 5 5 0 0 1 10-1 4.5 4.5 0 0 1 0 9z',
  database: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zm0 0c0 4 16 4 16 0M4 12c0 4 16 4 16 0',
  mail: 'M3 6h18v12H3zm0 1 9 6 9-6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zm4 4h4',
  puzzle: 'M9 4a2 2 0 0 1 4 0v2h5v5h2a2 2 0 0 1 0 4h-2v5H4v-5h2a2 2 0 0 0 0-4H4V6h5z',
  question: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M9.5 9.5c0-3.5 5.5-3 5 .5-.3 1.5-2.5 2-2.5 4m0 3h.01',
  calendar: 'M4 6h16v14H4zm0 4h16M8 3v4m8-4v4',
  chart: 'M4 4v16h16M8 16v-4m4 4V8m4 8v-6',
  cart: 'M3 4h3l2 11h10l2-8H7m2 12h.01M17 19h.01',
  heart: 'M12 20C2 13 3 5 8 5c2 0 3 1 4 3 1-2 2-3 4-3 5 0 6 8-4 15',
  wrench: 'M20 7a5 5 0 0 1-7 5l-7 8-2-2 8-7a5 5 0 0 1 5-7l-2 3 2 2z',
  flag: 'M5 21V4h13l-3 4 3 4H5',
  tag: 'M3 12V4h8l9 9-8 8zM7.5 8h.01',
  server: 'M4 4h16v7H4zm0 9h16v7H4zm4-5.5h.01M8 16.5h.01',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z',
  plug: 'M9 3v5m6-5v5M6 8h12v3a6 6 0 0 1-12 0zm6 9v4',
}

/** Other names of icons in texts. */
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

export const LONGEST_NAME = 60

/** The icon of this set that a whole name means. */
export function ownIcon(name: string): string | undefined {
  if (Object.hasOwn(iconPaths, name)) return name
  return Object.hasOwn(aliases, name) ? aliases[name] : undefined
}

/** The name of the icon that a text means: `fa-` and the end of a name, such as `-alt`, are ignored. */
export function knownIcon(name: string): string | undefined {
  const parts = name.slice(0, LONGEST_NAME).toLowerCase().replace(/^fa-/, '').split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const known = ownIcon(parts.slice(0, length).join('-'))
    if (known !== undefined) return known
  }
  return undefined
}
