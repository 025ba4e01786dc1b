import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'

const folder = join(projectRoot, 'src/console/app')
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: path.slice(folder.length + 1), text: readFileSync(path, 'utf8') }))
const components = files.filter(({ path }) => path.endsWith('.tsx'))
const scripts = files.filter(({ path }) => /\.tsx?$/.test(path))
const styles = files.filter(({ path }) => path.endsWith('.css'))

const pathsWith = (among: typeof files, pattern: RegExp, except: readonly string[] = []) =>
  among.filter(({ path, text }) => pattern.test(text) && !except.includes(path)).map(({ path }) => path)

/** What a file imports, as paths from the folder of the app. */
const importsOf = ({ path, text }: (typeof files)[number]) =>
  [...text.matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => join(path, '..', to))

describe('the sources of the console', () => {
  it('were found', () => {
    expect(components.length).toBeGreaterThan(20)
    expect(styles.length).toBeGreaterThan(5)
  })

  it('have no component of more than 200 lines', () => {
    expect(components.filter(({ text }) => text.split('\n').length > 200).map(({ path }) => path)).toEqual([])
  })

  it('show HTML of the server in one place', () => {
    expect(
      pathsWith(scripts, /dangerouslySetInnerHTML|innerHTML|createPolicy/, ['parts/RenderedHtml.tsx']),
    ).toEqual([])
  })

  it('send requests in one place, apart from uploads and signing in', () => {
    expect(
      pathsWith(scripts, /\bfetch\(|XMLHttpRequest|\bWebSocket\(/, ['relay/send.ts', 'uploads/upload.ts']),
    ).toEqual([])
  })

  it('load the hooks of Relay without its older interfaces', () => {
    expect(pathsWith(scripts, /from 'react-relay'/)).toEqual([])
  })

  it('keep the frame apart from the screens, so that each screen is loaded when it is opened', () => {
    const shared = scripts.filter(({ path }) => /^(?:frame|parts|relay|live|sign-in|texts)\//.test(path))
    const wrong = shared.filter((file) => importsOf(file).some((to) => to.startsWith('screens/')))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('lay out in the direction of the text', () => {
    const physical =
      /(?:margin|padding|border)-(?:left|right)\b|(?:^|[\s;{])(?:left|right)\s*:|text-align:\s*(?:left|right)/
    expect(pathsWith(styles, physical)).toEqual([])
  })

  it('take colours from the tokens', () => {
    expect(pathsWith(styles, /#[0-9a-f]{3,8}\b/i)).toEqual([])
  })
})
