import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { appForFile } from '../support/app.ts'
import { COMPILED } from '../support/compiled-sources.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

const page = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8')
const blockOf = (name: string) => new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''
const steps = [...blockOf('request').matchAll(/^(both|rest|graphql) +(\S+\.ts) +\S/gm)].map(
  ([, api = '', file = '']) => ({ api, file }),
)
const helpers = [...blockOf('helpers').matchAll(/\S+\.ts/g)].map(([file]) => file)
const compiled = `${pathToFileURL(COMPILED).href}/`

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const person = await t.build.buildPerson({ organizationId, role: 'edit' })
const { id: spaceId } = await t.build.buildSpace({ organizationId })

const MUTATION = `mutation($spaceId: ID!) {
  postComment(input: { spaceId: $spaceId, body: { markdown: "Text" } }) { comment { id } }
}`
const ways = {
  rest: () =>
    callRest(t, person, 'POST', `/spaces/${spaceId}/comments`, { body: { body: { markdown: 'Text' } } }),
  graphql: () => callGraphQL(t, person, MUTATION, { spaceId }),
}

/** Raise it for a file with an idea of its own; one function that a single file calls belongs into that file. */
const MAX_FILES = { rest: 82, graphql: 80 }

const allRun = new Set<string>()

/** Adds the files of which a function has run since the last call to `files`. */
async function addRun(session: Session, files: Set<string>): Promise<void> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  for (const { url, functions } of result) {
    if (!url.startsWith(compiled)) continue
    const hasRun = functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))
    if (hasRun) files.add(url.slice(compiled.length).replace(/\.js$/, '.ts'))
  }
}

/** The files that run for one request, and for the notification after it. */
async function filesOf(post: () => Promise<unknown>, expected: readonly string[]): Promise<Set<string>> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    // What is kept from the first request on, such as prepared statements and compiled documents.
    for (let n = 0; n < 3; n++) await post()
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    const runs: Set<string>[] = []
    for (let n = 0; n < 3; n++) {
      const files = new Set<string>()
      await post()
      await vi.waitFor(async () => {
        await addRun(session, files)
        expect(expected.filter((file) => !files.has(file))).toEqual([])
      })
      runs.push(files)
    }
    // What ran once only is not part of a request: connections and threads of earlier tests end at some time.
    return new Set([...(runs[0] ?? [])].filter((file) => runs.every((files) => files.has(file))))
  } finally {
    session.disconnect()
  }
}

// The last test is about those before it.
describe.sequential('docs/architecture.md lists the files that run', () => {
  it.each(['rest', 'graphql'] as const)('when a comment is posted with %s', async (api) => {
    const expected = steps.filter((step) => step.api === 'both' || step.api === api).map(({ file }) => file)
    expect(expected.length).toBeGreaterThan(20)
    const run = await filesOf(ways[api], expected)
    for (const file of run) allRun.add(file)
    const listed = new Set([...steps.map(({ file }) => file), ...helpers])
    expect([...run].filter((file) => !listed.has(file))).toEqual([])
    expect(run.size).toBeLessThanOrEqual(MAX_FILES[api])
  })

  it('each file once, and none that runs in neither', () => {
    const files = [...steps.map(({ file }) => file), ...helpers]
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([])
    expect(files.filter((file) => !allRun.has(file))).toEqual([])
  })
})
