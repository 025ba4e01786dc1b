import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import type { Person } from '../browser/person.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'
import { openScene } from './pictures.ts'
import { scenesOf } from './scenes.ts'

const { t, open } = await consoleForFile()
const book = await buildHandbook(t)
const scenes = hasNoBrowser ? [] : await scenesOf(t, book)

const read = (file: string) => readFileSync(join(projectRoot, 'src/console/app', file), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The addresses of all screens, as the router has them. */
function routes(): string[] {
  const source = read('routes.tsx')
  // Those that are read below, and the two that they are inside: screens of another form would not be found.
  expect(source.match(/createRoute\(/g)).toHaveLength(5)
  const views = all(read('screens/organization/OrganizationView.tsx'), /\['(\w+)', /g)
  const paths = [
    ...all(source, /\bat\(\s*'([^']+)'/g),
    ...all(source, /\binSpace\(\s*'([^']+)'/g).map((path) => `/s/$space/${path}`),
    ...all(source, /\binSite\(\s*'([^']+)'/g).map((path) => `/sites/$site/${path}`),
  ].flatMap((path) =>
    path.startsWith('/o/') && path.endsWith('/$view')
      ? views.map((view) => path.replace('$view', view))
      : path,
  )
  return paths.map((path) => path.replaceAll('//', '/').replace(/(.)\/$/, '$1'))
}

/** The route that shows an address: the one with the most fixed parts. */
function routeOf(address: string, known: readonly string[]): string | undefined {
  const [path = ''] = address.split('?')
  const patternOf = (route: string) =>
    new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+').replace(/\$$/, '.+')}$`)
  const fixed = (route: string) =>
    route.split('/').filter((part) => part !== '' && !part.startsWith('$')).length
  return known
    .filter((route) => patternOf(route).test(`/${path}`))
    .sort((one, other) => fixed(other) - fixed(one))[0]
}

const overflowOf = ({ tab }: Person) =>
  tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe.skipIf(hasNoBrowser)(`every screen of the console${browserNote}`, () => {
  it('is one of the scenes of which pictures are taken', () => {
    const known = routes()
    const seen = new Set(scenes.map(({ path }) => routeOf(path, known)))
    expect(known.filter((route) => !seen.has(route))).toEqual([])
  })

  let person: Person
  it.each(scenes)(
    'is accessible, from right to left too, and does not move where motion is reduced: $name',
    async (scene) => {
      person ??= await open(book.ann, '')
      const { tab } = person
      await tab.setViewportSize({ width: 1280, height: 800 })
      await openScene(tab, t.origin, scene)
      expect(await tab.evaluate(() => document.getAnimations().length)).toBe(0)
      await person.expectAccessible()
      await tab.evaluate(() => {
        document.documentElement.dir = 'rtl'
      })
      for (const width of [320, 1280]) {
        await tab.setViewportSize({ width, height: 800 })
        expect([width, await overflowOf(person)]).toEqual([width, 0])
      }
    },
  )
})
