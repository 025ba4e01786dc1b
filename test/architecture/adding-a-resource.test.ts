import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { ProjectCopy } from '../support/project-copy.ts'

const guide = readFileSync(join(projectRoot, 'docs/adding-a-resource.md'), 'utf8')

/** The files of the guide: a line with the path, and the code block under it. */
const files = [...guide.matchAll(/^`([\w./-]+)`\n\n```\w+\n([\s\S]*?)^```/gm)]
const [, accessRows = ''] = /^```access\n([\s\S]*?)^```/m.exec(guide) ?? []
const [, migrate = ''] = /^```bash\nnpm run (db:diff .*)$/m.exec(guide) ?? []

/** Changes one file of the copy. Fails if the pattern does not match. */
function edit(folder: string, path: string, pattern: RegExp, replacement: string): void {
  const text = readFileSync(join(folder, path), 'utf8')
  expect([path, pattern.test(text)]).toEqual([path, true])
  writeFileSync(join(folder, path), text.replace(pattern, replacement))
}

const { PATH = '', HOME = '' } = process.env

async function run(folder: string, command: string, args: readonly string[]): Promise<string> {
  const done = promisify(execFile)(command, [...args], { cwd: folder, env: { PATH, HOME, NO_COLOR: '1' } })
  const { stdout } = await done.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${command} ${args.join(' ')} failed:\n${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

it('a resource that follows the guide passes all checks, and works in both APIs and in all shared features', {
  timeout: 1_200_000,
}, async () => {
  const copy = new ProjectCopy()
  onTestFinished(() => copy.remove())
  const { path: folder } = copy

  expect(files.length).toBeGreaterThan(9)
  for (const [, path = '', text = ''] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copy.write(path, text)
  }
  // All other edits: the other side of the relation, the list of modules, and two tables in the documentation.
  edit(folder, 'prisma/models/spaces.prisma', /^model Space \{\n/m, 'model Space {\n  bookmarks Bookmark[]\n')
  const imported = "import { bookmarks } from './bookmarks/index.ts'\n"
  edit(folder, 'src/modules/index.ts', /^(?=import \{ changeRequests \})/m, imported)
  edit(folder, 'src/modules/index.ts', /^ {2}spaces,\n/m, '  spaces,\n  bookmarks,\n')
  edit(folder, 'docs/access.md', /^(\| `users\.viewer`.*\n)/m, `$1${accessRows}`)
  const drawing = /(```layers\n(?:.*\n)*?)((?:.* )?spaces(?: .*)?\n)/
  edit(folder, 'docs/architecture.md', drawing, '$1bookmarks\n$2')

  await run(folder, 'npm', ['run', ...migrate.split(' ')])
  await run(folder, 'npm', ['run', 'schema:print'])
  await run(folder, 'npm', ['run', 'docs:operations'])

  await run(folder, 'npm', ['run', 'lint'])
  // The file of the project is shared with its packages.
  await run(folder, 'npx', ['tsc', '--tsBuildInfoFile', join(folder, 'types.tsbuildinfo')])
  const architecture = ['--exclude', '**/adding-a-resource*', 'test/architecture']
  const about = 'bookmark|has a row for'
  const tests = ['-t', about, 'test/bookmarks', 'test/access/matrix.test.ts']
  for (const selected of [architecture, tests]) {
    const output = await run(folder, 'npx', [
      'vitest',
      'run',
      '--maxWorkers=1',
      '--project=unit',
      ...selected,
    ])
    expect(output).toMatch(/Tests +\d+ passed/)
  }
})
