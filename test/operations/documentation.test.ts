import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { type GitServer, startGitServer } from '../support/git-server.ts'
import { makeDataDir, rest, ServerProcess } from '../support/server-process.ts'
import { Running, runProgram } from './programs.ts'

/** The commands of a page. Starting from nothing is tested in test/process. */
const blocksOf = (text: string) =>
  [...text.matchAll(/```bash\n([\s\S]*?)```/g)]
    .map(([, block = '']) => block)
    .filter((block) => !block.includes('npm start'))

const pageOf = (name: string) => readFileSync(join(projectRoot, 'docs', name), 'utf8')
const text = pageOf('operations.md')
const data = makeDataDir()
const folder = mkdtempSync(join(tmpdir(), 'quire-operations-'))
let git: GitServer
let server: ServerProcess
/** What the commands of a reader use. */
let environment: Record<string, string>

beforeAll(async () => {
  git = await startGitServer()
  server = new ServerProcess({ DATA_DIR: data.path, OUTBOUND_ALLOW: git.host })
  const origin = await server.ready()
  const token = server.token ?? ''
  const organization = await rest(origin, '/orgs', token, { title: 'Acme' })
  const space = await rest(origin, `/orgs/${organization.body.id}/spaces`, token, { title: 'Handbook' })
  environment = {
    DATA_DIR: data.path,
    OUTBOUND_ALLOW: git.host,
    QUIRE: origin,
    QUIRE_TOKEN: token,
    SPACE: String(space.body.id),
  }
  // What npx finds in a checkout.
  const npx = join(folder, 'npx')
  writeFileSync(
    npx,
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${projectRoot}/src/tools/quire.mjs" "$@"\n`,
  )
  chmodSync(npx, 0o755)
})
afterAll(async () => {
  await server.end('SIGTERM')
  await git.close()
  data.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs commands as a reader does. This process serves the repository meanwhile. */
async function follow(block: string): Promise<string> {
  const variables = Object.entries(environment).map(([name, value]) => `export ${name}="${value}"`)
  const script = ['set -e', `cd "${folder}"`, `PATH="${folder}:$PATH"`, ...variables, block].join('\n')
  const shell = new Running('bash', ['-c', script])
  const [status] = await once(shell.child, 'close')
  expect(status, shell.output).toBe(0)
  return shell.output
}

describe('docs/operations.md', () => {
  it.each(blocksOf(text).map((block) => [block.trim().split('\n')[0], block]))(
    'works as written: %s',
    async (_first, block) => {
      const restored = join(data.path, '..', 'restored')
      await follow(block.replaceAll('DATA_DIR=.restored', `DATA_DIR="${restored}"`))
    },
  )

  it('lists every command', async () => {
    const { output } = runProgram(process.execPath, [join(projectRoot, 'src/tools/quire.mjs'), '--help'])
    const commands = [...output.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name]) => name)
    expect(commands.length).toBeGreaterThan(8)
    for (const name of commands) expect(text).toContain(`quire ${name}`)
  })

  it('names only settings that exist', () => {
    const settings = readFileSync(join(projectRoot, '.env.example'), 'utf8')
    const named = new Set([...text.matchAll(/`([A-Z][A-Z_]{3,})(?:=[^`]*)?`/g)].map(([, name = '']) => name))
    const others = new Set(['SIGTERM', 'LISTEN', 'SELECT', 'POST'])
    // Settings of the library that sends traces, and of the provider that the text calls `company`.
    const isOfOthers = (name: string) => /^OTEL_|^OIDC_COMPANY_/.test(name)
    for (const name of named)
      if (!others.has(name) && !isOfOthers(name)) expect(settings).toContain(`\n${name}=`)
  })
})

describe('the documentation', () => {
  const pages = ['README.md', ...readdirSync(join(projectRoot, 'docs')).map((name) => `docs/${name}`)]
  it('names only operations of the REST API that exist', async () => {
    const document = (await (await fetch(`${environment.QUIRE}/v1/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    const shape = (path: string) => path.replaceAll(/\{[^}]*\}|:\w+/g, '{}')
    const known = new Set(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path).replace(/^\/v1/, '')}`),
      ),
    )
    const named = pages
      .filter((page) => page.endsWith('.md'))
      .flatMap((page) => {
        const text = readFileSync(join(projectRoot, page), 'utf8')
        const found = text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) \/v1(\/[^`?\s…]+)(?:\?[^`]*)?`/g)
        return [...found].map(([, method, path = '']) => ({ page, operation: `${method} ${shape(path)}` }))
      })
    expect(named.length).toBeGreaterThan(10)
    const isGenerated = (operation: string) => operation === 'GET /openapi.json'
    expect(named.filter(({ operation }) => !known.has(operation) && !isGenerated(operation))).toEqual([])
  })
})

describe('docs/migration.md', () => {
  it('works as written, with another repository', async () => {
    const repository = git.repository('handbook', { credentials: 'user:token' })
    repository.push({ 'README.md': '# Handbook\n\nText.\n' })
    const [byApi = '', ...others] = blocksOf(pageOf('migration.md')).map((block) =>
      block.replaceAll('https://USER:TOKEN@github.com/OWNER/REPOSITORY', repository.privateUrl),
    )
    expect(others).toHaveLength(2)
    await follow(byApi)
    const operations = `/spaces/${environment.SPACE}/git/operations?limit=1`
    const { QUIRE = '', QUIRE_TOKEN = '' } = environment
    await vi.waitFor(
      async () => {
        const { body } = await rest(QUIRE, operations, QUIRE_TOKEN)
        expect(body.items).toMatchObject([{ state: 'success', result: 'applied' }])
      },
      { timeout: 60_000, interval: 200 },
    )
    const [byCommand = '', exporting = ''] = others
    expect(await follow(byCommand)).toContain('Nothing was changed')
    await follow(exporting)
    expect(readFileSync(join(folder, 'handbook/README.md'), 'utf8')).toBe('# Handbook\n\nText.\n')
  })
})
