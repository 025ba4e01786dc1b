import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { type GitServer, startGitServer, type TestRepository } from '../support/git-server.ts'
import { makeDataDir, ServerProcess } from '../support/server-process.ts'

/** A terminal into which a reader pastes commands, one block after the other. */
class Terminal {
  readonly #shell = spawn('bash', { cwd: projectRoot, stdio: ['pipe', 'pipe', 'pipe'] })
  #pasted = 0
  output = ''
  #onOutput: () => void = () => {}

  constructor() {
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
        this.#onOutput()
      })
    }
  }

  /** Returns what a block has printed, once its last command has ended. */
  async paste(block: string): Promise<string> {
    const [begin, end] = [`<${++this.#pasted}>`, `</${this.#pasted}>`]
    this.#shell.stdin.write(`echo '${begin}'\n${block}\necho; echo '${end}'\n`)
    await this.prints(`\n${end}\n`)
    return this.output
      .slice(this.output.indexOf(begin) + begin.length, this.output.indexOf(`\n${end}`))
      .trim()
  }

  /** Types a command that does not end. */
  type(block: string): void {
    this.#shell.stdin.write(`${block}\n`)
  }

  async prints(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      await new Promise<void>((resolve) => {
        this.#onOutput = resolve
      })
    }
  }

  close(): void {
    this.#shell.kill('SIGKILL')
  }
}

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
const tour = readFileSync(join(projectRoot, 'docs/tour.md'), 'utf8')
const data = makeDataDir()
let git: GitServer
let repository: TestRepository
let docs: TestRepository
let server: ServerProcess
const terminal = new Terminal()
const other = new Terminal()
/** Answers of an API are in one line, and errors have this form. */
const ERROR = /\{"error":\{/

/** What a reader replaces in the commands. */
const filledIn = (block: string) =>
  block
    .replaceAll('qre_…', server.token ?? '')
    .replaceAll('http://127.0.0.1:4000', origin)
    .replaceAll('https://USER:TOKEN@github.com/OWNER/REPOSITORY', repository.privateUrl)
    .replaceAll('https://github.com/elsa-workflows/elsa-gitbook', docs.url)
    .replaceAll('https://petstore3.swagger.io/api/v3/openapi.json', `${git.origin}/openapi.json`)
let origin = ''

/** The commands of a page below a heading, up to the next one. */
function blocksBelow(heading: string, page = tour): string[] {
  const [, part = ''] = page.split(new RegExp(`^##+ ${heading}$`, 'm'))
  const [section = ''] = part.split(/^##+ /m)
  return [...section.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block = '']) => filledIn(block))
}

const OPENAPI = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  tags: [{ name: 'pet' }],
  paths: {
    '/pets': { get: { tags: ['pet'], summary: 'Lists pets', responses: { 200: { description: 'ok' } } } },
  },
}

beforeAll(async () => {
  git = await startGitServer()
  repository = git.repository('handbook', { credentials: 'user:token' })
  repository.push({ 'README.md': '# Handbook\n\nText.\n' })
  docs = git.repository('public')
  docs.push({
    'README.md': '# Product\n\nRead the [guide](guide/start.md).\n',
    'guide/start.md': '# Start here\n\nText of the guide.\n',
  })
  git.answers.set('/openapi.json', (_request, response) => response.end(JSON.stringify(OPENAPI)))
  server = new ServerProcess({ DATA_DIR: data.path, OUTBOUND_ALLOW: git.host })
  origin = await server.ready()
})
afterAll(async () => {
  for (const each of [terminal, other]) each.close()
  await server.end('SIGTERM')
  await git.close()
  data.remove()
})

const sectionsWithCommands = (page: string) =>
  [...page.matchAll(/^##+ (.+)$/gm)]
    .map(([, heading = '']) => heading)
    .filter((heading) => blocksBelow(heading, page).length > 0)

describe('README.md', () => {
  it('has a test for every section with commands', () => {
    // Starting from nothing: test/process, and CI.
    expect(sectionsWithCommands(readme)).toEqual(['Start', 'Your first query'])
  })

  it('Your first query: it returns the pages of the guide', async () => {
    const [query = ''] = blocksBelow('Your first query', readme)
    const { data: found, errors } = JSON.parse(await terminal.paste(query))
    expect(errors).toBeUndefined()
    const [space] = found.organizations.nodes[0].spaces.nodes
    expect(space.content.pages.nodes.length).toBeGreaterThan(0)
  })

  it('fits on a page, and its links and pictures exist', () => {
    expect(readme.split(/\s+/).length).toBeLessThan(500)
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path)
    expect(links.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
  })
})

// In the order of the page: later commands use the variables of earlier ones.
describe.sequential('docs/tour.md', () => {
  it('has a test for every section with commands', () => {
    expect(sectionsWithCommands(tour)).toEqual([
      'First steps',
      'OpenAPI specs',
      'Git',
      'Events and webhooks',
      'Publish a site and open it',
      'Sections, visitors and share links',
      'Integrations',
      'Translations',
    ])
  })

  it('First steps: a subscription receives the comment', async () => {
    const [variables = '', subscribe = '', ...rest] = blocksBelow('First steps')
    expect(await terminal.paste(variables)).toMatch(/^org_\w+ spc_\w+$/)
    await other.paste(variables)
    other.type(subscribe)
    await other.prints(':')
    const [posted = '', read = ''] = [
      await terminal.paste(rest[0] ?? ''),
      await terminal.paste(rest[1] ?? ''),
    ]
    expect(posted).toContain('Is this *right*?')
    await other.prints('Is this *right*?')
    expect(JSON.parse(read)).toMatchObject({ data: { space: { comments: { totalCount: 1 } } } })
  })

  it('OpenAPI specs: the document becomes pages', async () => {
    const [register = '', use = ''] = blocksBelow('OpenAPI specs')
    expect(JSON.parse(await terminal.paste(register))).toMatchObject({ slug: 'petstore' })
    const read = 'curl -s $QUIRE/v1/orgs/$ORG/openapi/petstore -H "Authorization: Bearer $QUIRE_TOKEN"'
    const isComplete = async () =>
      expect(await terminal.paste(read)).toContain('"processingState":"complete"')
    await vi.waitFor(isComplete, { timeout: 60_000, interval: 200 })
    const output = await terminal.paste(use)
    expect(output).not.toMatch(ERROR)
    expect(output).toContain('"title":"pet"')
    const search = use.trim().split('\n').at(-1) ?? ''
    const isFound = async () => expect(await terminal.paste(search)).toContain('Lists pets')
    await vi.waitFor(isFound, { timeout: 60_000, interval: 200 })
  })

  it('Git: a space is imported, edited, exported and connected', async () => {
    const [imported = '', connected = ''] = blocksBelow('Git')
    const output = await terminal.paste(imported)
    expect(output).not.toMatch(ERROR)
    expect(output).toContain('"state":"success"')
    await vi.waitFor(() => expect(Object.values(repository.files()).join()).toContain('# New text'), {
      timeout: 60_000,
      interval: 200,
    })
    expect(await terminal.paste(connected)).not.toMatch(ERROR)
  })

  it('Events and webhooks: the log and a webhook', async () => {
    const [log = '', webhook = ''] = blocksBelow('Events and webhooks')
    const [first = '', second = ''] = (await terminal.paste(log)).split(/(?<=\})(?=\{)/)
    expect(JSON.parse(first).items).toHaveLength(2)
    const types = (JSON.parse(second).items as { type: string }[]).map(({ type }) => type)
    expect([...new Set(types)]).toEqual(['comment.posted'])
    expect(JSON.parse(await terminal.paste(webhook))).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
    })
  })

  it('Publish a site and open it: it shows the pages of the repository, and one that is added', async () => {
    const [publish = '', add = ''] = blocksBelow('Publish a site and open it')
    const lines = (await terminal.paste(publish)).split('\n')
    const address = lines.at(-1) ?? ''
    expect(lines).toContain('"state":"success"')
    expect(await (await fetch(address)).text()).toContain('Product')
    expect(await (await fetch(`${address}guide/start`)).text()).toContain('Text of the guide.')
    await terminal.paste(add)
    expect(await (await fetch(`${address}setup`)).text()).toContain('Two commands are enough.')
    for (const path of ['~search?q=setup', 'llms.txt', 'sitemap.xml', 'setup.md'])
      expect((await fetch(`${address}${path}`)).status, path).toBe(200)
  })

  it('Sections, visitors and share links: each reader gets what the text says', async () => {
    const [create = '', resolve = '', sort = '', visitors = '', share = ''] = blocksBelow(
      'Sections, visitors and share links',
    )
    const sectionsIn = (text: string) => text.match(/"object":"site-section"/g)?.length ?? 0
    expect(sectionsIn(await terminal.paste(create))).toBe(1)
    const resolved = await terminal.paste(resolve)
    expect(resolved).not.toMatch(ERROR)
    expect(sectionsIn(await terminal.paste(sort))).toBe(2)
    const seen = (await terminal.paste(visitors)).split(/(?<=\})(?=\{"object":"publish)/)
    expect(seen.map(sectionsIn)).toEqual([2, 1])
    const shared = await terminal.paste(share)
    expect(shared).toMatch(/"structure"[\s\S]*"code":404/)
  })

  it('Integrations: the site has the script until the integration is deleted', async () => {
    const [block = ''] = blocksBelow('Integrations')
    const output = await terminal.paste(block)
    expect(output).toMatch(/"scripts":\[\{.*\}\]/)
    expect(output).toContain('"scripts":[]')
  })

  it('Translations: settings are created, changed, listed and deleted', async () => {
    const [block = ''] = blocksBelow('Translations')
    const output = await terminal.paste(block)
    expect(output).not.toMatch(ERROR)
    expect(output.match(/"languages":\["fr","de"\]/g)).toHaveLength(2)
  })
})
