import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fontFiles } from '../../src/modules/site-rendering/theme/fonts.ts'
import { families } from '../../src/platform/fonts/font-files.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import { runProgram } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-image-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The parts of the image that are not made from this folder: Debian, and git with what it needs, in bytes. */
const DEBIAN = 75e6
const GIT = 40e6

/** The lines of the first stage, without comments; a line that ends with a backslash goes on. */
const [, stage = ''] = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, ' ')
  .split(/^FROM .*\n/m)

const bytesIn = (path: string): number =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

describe('the image', () => {
  it('is built by the steps of the Dockerfile, starts, and is smaller than 400 MB', {
    timeout: 900_000,
  }, () => {
    for (const line of stage.split('\n')) {
      const [, step, rest = ''] = /^(COPY|RUN) (.*)$/.exec(line) ?? []
      if (step === 'COPY') {
        for (const source of rest.split(' ').slice(0, -1)) {
          // What is generated is made by the build.
          const filter = (path: string) => !path.startsWith(join(projectRoot, 'src/generated'))
          cpSync(join(projectRoot, source), join(folder, source), { recursive: true, filter })
        }
      } else if (step === 'RUN') {
        // An image has no such setting while it is built; npm would leave out the packages that build.
        const { status, output } = runProgram('sh', ['-c', `unset NODE_ENV && cd '${folder}' && ${rest}`])
        expect(status, output.slice(-2_000)).toBe(0)
      }
    }
    const { status, output } = runProgram('node', [join(folder, 'src/tools/quire.mjs'), '--help'])
    expect(status, output).toBe(0)
    for (const { file } of fontFiles) expect(existsSync(join(folder, 'node_modules', file)), file).toBe(true)
    for (const family of Object.values(families)) {
      for (const isBold of [false, true]) {
        const subset = family.isSplit ? firstSubset(family.package) : ''
        const file = join(
          folder,
          'node_modules',
          family.package,
          family.file(subset, { isBold, isItalic: false }),
        )
        expect(existsSync(file), file).toBe(true)
      }
    }
    const bytes = DEBIAN + GIT + statSync(process.execPath).size + bytesIn(folder)
    process.stdout.write(`The image has about ${Math.round(bytes / 1e6)} MB.\n`)
    expect(bytes).toBeLessThan(400e6)
  })
})

const firstSubset = (name: string): string =>
  Object.keys(
    JSON.parse(readFileSync(join(projectRoot, 'node_modules', name, 'unicode.json'), 'utf8')) as object,
  )[0]?.replace(/[[\]]/g, '') ?? ''
