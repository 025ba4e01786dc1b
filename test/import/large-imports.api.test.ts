import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { appForFile, startApp } from '../support/app.ts'
import { zipOf } from '../support/archives.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'
import { serveWeb } from '../support/web.ts'

const MIB = 1024 * 1024
const data = mkdtempSync(join(tmpdir(), 'quire-uploads-'))
const environment = { OUTBOUND_ALLOW: '127.0.0.1', DATA_DIR: data, IMPORT_MAX_MB: '12' }
const t = await appForFile({ environment })
afterAll(() => rmSync(data, { recursive: true }))
const { id: organizationId } = await t.build.buildOrganization()
const editor = await t.build.buildPerson({ organizationId, role: 'edit' })

const archiveOf = (mebibytes: number) =>
  zipOf([
    { name: 'README.md', content: '# Home\n' },
    { name: 'bad.md', content: '---\ntitle: [\n---\n' },
    // Random bytes do not get smaller, and trying takes most of the time of these tests.
    { name: 'video.bin', content: randomBytes(mebibytes * MIB), level: 0 },
    { name: '.gitbook.yaml', content: 'redirects:\n  old: README.md\n' },
    { name: '.gitbook/tags.yaml', content: '- tag: beta\n' },
  ])

interface ImportView {
  id: string
  state: string
  error?: string
  revision?: string
}

describe.each(['rest', 'graphql'])('an archive of more than 8 MiB (%s)', (api) => {
  let spaceId: string
  let changeRequestId: string
  let at: string

  beforeEach(async () => {
    spaceId = (await t.build.buildSpace({ organizationId })).id
    changeRequestId = (await t.build.buildChangeRequest({ spaceId })).id
    at = `/spaces/${spaceId}/change-requests/${changeRequestId}/content`
  })

  /** Requests an import, and returns its id. */
  async function request(url: string): Promise<string> {
    if (api === 'rest') {
      const answer = await callRest(t, editor, 'POST', `${at}/import`, { body: { url, source: 'zip' } })
      expect(answer.status, answer.trace).toBe(202)
      const { id, state } = answer.body as ImportView
      expect(state).toBe('running')
      expect(answer.headers.get('location')).toBe(`${t.origin}/v1/spaces/${spaceId}/imports/${id}`)
      return id
    }
    const { importContent } = await queried<{ importContent: { import: ImportView } }>(
      t,
      editor,
      'mutation ($input: ImportContentInput!) { importContent(input: $input) { import { id state } } }',
      { input: { spaceId, changeRequestId, url, source: 'ZIP' } },
    )
    expect(importContent.import.state).toBe('RUNNING')
    return importContent.import.id
  }

  async function runJobs(): Promise<void> {
    const node = await startApp({ sharing: t, environment: { ...environment, RUN_JOBS: 'true' } })
    await node.app.background.idle()
    await node.close()
  }

  const read = async (id: string) =>
    (await callRest(t, editor, 'GET', `/spaces/${spaceId}/imports/${id}`)).body as ImportView

  it('is imported in the background, with progress, a report and events', async () => {
    const archive = archiveOf(9)
    const web = await serveWeb((_request, response) => response.end(archive))
    const id = await request(`${web.origin}/docs.zip?token=secret`)
    await runJobs()
    expect(await read(id)).toMatchObject({
      object: 'import',
      space: spaceId,
      changeRequest: changeRequestId,
      source: 'zip',
      url: `${web.origin}/docs.zip`,
      mode: 'update',
      state: 'success',
      stage: 'write',
      done: 2,
      total: 2,
      importedResources: 2,
      totalResources: 3,
      skippedResources: 1,
      skipped: [{ path: 'bad.md', reason: expect.stringContaining('line 3'), line: 3 }],
      redirects: { old: 'README.md' },
      tags: [{ tag: 'beta' }],
      actor: editor.user.id,
    })
    const { space } = await queried<{ space: { imports: { nodes: object[] } } }>(
      t,
      editor,
      `query ($id: ID!) { space(id: $id) { imports { nodes {
        id state skippedResources skipped { path line } redirects { from to } revision { id } } } } }`,
      { id: spaceId },
    )
    expect(space.imports.nodes).toEqual([
      {
        id,
        state: 'SUCCESS',
        skippedResources: 1,
        skipped: [{ path: 'bad.md', line: 3 }],
        redirects: [{ from: 'old', to: 'README.md' }],
        revision: { id: expect.any(String) },
      },
    ])
    const { body } = await callRest(t, editor, 'GET', `/spaces/${spaceId}/events`)
    const types = (body as { items: { type: string }[] }).items.map(({ type }) => type)
    expect(types).toEqual(
      expect.arrayContaining([
        'import.started',
        'import.progressed',
        'change_request.content_changed',
        'import.completed',
      ]),
    )
    const files = await callRest(t, editor, 'GET', `${at}/files`)
    expect(files.body).toMatchObject({ items: [{ name: 'video.bin', size: 9 * MIB }] })
    const uploads = join(data, 'uploads')
    expect(existsSync(uploads) ? readdirSync(uploads) : []).toEqual([])
    const row = await t.db.database.prisma.import.findUniqueOrThrow({ where: { id } })
    expect(row.sealedUrl).toBeNull()
  })

  it('fails with the reason if it cannot be fetched, and changes nothing', async () => {
    const archive = archiveOf(9)
    let isThere = true
    const web = await serveWeb((_request, response) =>
      isThere ? response.end(archive) : response.writeHead(404).end(),
    )
    const id = await request(`${web.origin}/docs.zip`)
    isThere = false
    await runJobs()
    const ended = await read(id)
    expect(ended).toMatchObject({ state: 'failure', error: expect.stringContaining('status 404') })
    expect(ended.revision).toBeUndefined()
  })

  it('fails if the user can no longer edit, and fetches nothing', async () => {
    const archive = archiveOf(9)
    const web = await serveWeb((_request, response) => response.end(archive))
    const leaving = await t.build.buildPerson({ organizationId, role: 'edit' })
    const answer = await callRest(t, leaving, 'POST', `${at}/import`, {
      body: { url: `${web.origin}/docs.zip`, source: 'zip' },
    })
    expect(answer.status).toBe(202)
    await t.db.database.prisma.member.updateMany({
      where: { organizationId, userId: leaving.user.id },
      data: { role: 'read' },
    })
    const { length } = web.requests
    await runJobs()
    expect(web.requests).toHaveLength(length)
    const { id } = answer.body as ImportView
    expect(await read(id)).toMatchObject({ state: 'failure', error: expect.stringContaining('edit role') })
  })

  it('is rejected at once if it is larger than the limit', async () => {
    const archive = archiveOf(13)
    const web = await serveWeb((_request, response) => {
      response.setHeader('content-length', archive.length)
      response.end(archive)
    })
    const url = `${web.origin}/docs.zip`
    const answer = await callRest(t, editor, 'POST', `${at}/import`, { body: { url, source: 'zip' } })
    expect(answer.status, answer.trace).toBe(400)
    expect(answer.trace).toContain('larger than 12582912 bytes')
  })
})
