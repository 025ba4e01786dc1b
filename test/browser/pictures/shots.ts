import { THEMES, type Theme } from '../../support/pictures/kept-pictures.ts'
import type { Look } from './site.ts'

export const WIDTHS = [390, 768, 1024, 1440, 2560] as const

/** Where a page is: on a site in one of its looks, or on this server itself. */
type Place = Look | 'server'

export interface Shot {
  scene: string
  place: Place
  /** Below the address of the site, or of the server. */
  path: string
  width: number
  theme: Theme
}

/** Pages of a site in English. */
const SCENES: readonly (readonly [scene: string, path: string])[] = [
  ['home', '/'],
  ['blocks', '/blocks'],
  ['api', '/api'],
  ['code', '/code'],
  ['search', '/~search?q=file'],
  ['missing', '/nothing'],
]
const LOOKS: readonly Look[] = ['default', 'branded']

/** Every width, theme and look with each other, and each with the next one of the scenes. */
const combinations: readonly Shot[] = WIDTHS.flatMap((width) =>
  THEMES.flatMap((theme) => LOOKS.map((place) => ({ width, theme, place }))),
).map((combination, at) => {
  // One further in each round, so that scenes are seen in both looks.
  const next = at + Math.floor(at / SCENES.length)
  const [scene, path] = SCENES[next % SCENES.length] ?? ['home', '/']
  return { ...combination, scene, path }
})

const onPhoneAndScreen = (shots: readonly Pick<Shot, 'scene' | 'path' | 'place'>[]): Shot[] =>
  [390, 1440].flatMap((width) => THEMES.flatMap((theme) => shots.map((shot) => ({ ...shot, width, theme }))))

/** All pictures of the suite. */
export const shots: readonly Shot[] = [
  ...combinations,
  ...onPhoneAndScreen([
    { scene: 'english', path: '/blocks', place: 'default' },
    { scene: 'japanese', path: '/version-2-1', place: 'default' },
    { scene: 'arabic', path: '/version-2-2', place: 'default' },
    { scene: 'reference', path: '/docs', place: 'server' },
    { scene: 'explorer', path: '/graphql', place: 'server' },
  ]),
]
