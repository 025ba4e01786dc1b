import type { Mark } from './types.ts'

type Colours = Extract<Mark, { type: 'color' }>['data']

const WRITTEN = /(?:^|;)\s*(background-)?color\s*:\s*([\w$#-]{1,40})\s*(?=;|$)/gi

/** The colours in the style of a `mark` element. */
export function coloursIn(style: string): Colours {
  const colours: Colours = {}
  for (const [, background, value] of style.matchAll(WRITTEN))
    if (value !== undefined) colours[background === undefined ? 'text' : 'background'] = value
  return colours
}

const NAMED = new Set('red orange yellow green blue purple pink brown gray grey'.split(' '))

/** The class of a named colour. Other colours could lack contrast, so they are left out. */
function colourClass(prefix: string, value: string | undefined): string {
  const name = /^(?:\$?[a-z]+-)?([a-z]+)$/.exec(value?.toLowerCase() ?? '')?.[1] ?? ''
  if (name === 'primary') return `${prefix}-blue`
  return NAMED.has(name) ? `${prefix}-${name === 'grey' ? 'gray' : name}` : ''
}

/** The classes of a text in these colours. Empty if it has none of its own. */
export const markClasses = ({ text, background }: Colours): string =>
  [colourClass('c', text), colourClass('b', background)].filter(Boolean).join(' ')
