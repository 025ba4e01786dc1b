import { describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { done, refused } from '../support/apis.ts'
import { type Change, type ContentAt, contentApis } from '../support/apis-content.ts'
import { appForFile } from '../support/app.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { expectNoFaults } from '../support/refusals.ts'
import { callRest } from '../support/rest-api.ts'
import { serveWeb } from '../support/web.ts'

const t = await appForFile({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
const cast = await buildPeopleByRole(t)

const GIF = Buffer.from('R0lGODlhAgADAIAAAAAAAP///yH5BAAAAAAALAAAAAACAAMAAAICRF4AOw==', 'base64')
const MEBIBYTE = 1024 * 1024
const insert = (...files: object[]): Change => ({ operation: 'insert_files', files })
const inline = (name: string, bytes: Buffer | string, more: object = {}) => ({
  name,
  base64: Buffer.from(bytes as string).toString('base64'),
  ...more,
})

describe.each(contentApis)('files of a batch ($name)', ({ enter }) => {
  const editor = () => enter(t, cast.edit)

  async function place(): Promise<ContentAt> {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const { id } = await t.build.buildChangeRequest({ spaceId, createdById: cast.edit.user.id })
    return { spaceId, changeRequest: id }
  }

  const serve = (site: Record<string, Buffer | string>) =>
    serveWeb((request, response) => {
      const found = site[request.url ?? '']
      response.writeHead(found === undefined ? 404 : 200).end(found ?? 'nothing here')
    })

  const bytesOf = async ({ spaceId, changeRequest }: ContentAt, id: string) => {
    const path = `/spaces/${spaceId}/change-requests/${changeRequest}/content/files/${id}`
    const { body } = await callRest(t, cast.edit, 'GET', path)
    const { downloadURL, contentType } = body as { downloadURL: string; contentType: string }
    return { contentType, bytes: Buffer.from(await (await fetch(downloadURL)).arrayBuffer()) }
  }

  it('require the edit role, and nothing is fetched without it', async () => {
    const at = await place()
    const web = await serve({ '/a.txt': 'words' })
    const change = [insert({ name: 'a.txt', url: `${web.origin}/a.txt` })]
    await refused(enter(t, null).change(at, change), 401)
    await refused(enter(t, cast.stranger).change(at, change), 404)
    await refused(enter(t, cast.comment).change(at, change), 403)
    expect(web.requests).toEqual([])
  })

  it('are renamed, and keep their id and their bytes', async () => {
    const at = await place()
    const [created] = await done(editor().change(at, [insert(inline('notes.txt', '# Words'))]))
    const id = created?.id ?? ''
    const rename = (name: string, file = id) => [{ operation: 'update_file', file, name }]
    expect(await done(editor().change(at, rename('../Plan?.md')))).toEqual([{ kind: 'updated_file', id }])
    expect(await done(editor().file(at, id))).toEqual({ id, name: 'Plan.md', size: 7 })
    expect(await bytesOf(at, id)).toEqual({ contentType: 'text/markdown', bytes: Buffer.from('# Words') })
    await done(editor().change(at, rename('Plan')))
    expect(await bytesOf(at, id)).toMatchObject({ contentType: 'text/plain' })
    await refused(editor().change(at, rename(' ')), 400)
    await refused(editor().change(at, rename('a.txt', newId('File'))), 400)
    await refused(enter(t, cast.comment).change(at, rename('a.txt')), 403)
    expect(await done(editor().file(at, id))).toMatchObject({ name: 'Plan' })
  })

  it('are sent in the batch or fetched from a URL, and are returned unchanged', async () => {
    const at = await place()
    const web = await serve({ '/b.bin': Buffer.from([0, 255, 7]) })
    const results = await done(
      editor().change(at, [
        insert(
          inline('../a?.gif', GIF, { ref: 'picture', contentType: 'text/html' }),
          { name: 'b.bin', url: `${web.origin}/b.bin` },
          { name: 'lines.txt', base64: 'd29y\nZHM=\n' },
        ),
        { operation: 'insert_page', title: 'Beside' },
      ]),
    )
    const [gif, bin, lines] = results.map(({ id }) => id)
    expect(results.slice(0, 3)).toEqual([
      { kind: 'created_file', id: gif, ref: 'picture' },
      { kind: 'created_file', id: bin },
      { kind: 'created_file', id: lines },
    ])
    const files = [
      { id: gif, name: 'a.gif', size: GIF.length },
      { id: bin, name: 'b.bin', size: 3 },
      { id: lines, name: 'lines.txt', size: 5 },
    ]
    expect((await done(editor().files(at))).items).toEqual(files)
    expect((await done(editor().revision(at))).files).toEqual(files)
    expect(await done(editor().file(at, gif ?? ''))).toEqual(files[0])
    expect(await bytesOf(at, gif ?? '')).toEqual({ contentType: 'image/gif', bytes: GIF })
    expect((await bytesOf(at, bin ?? '')).bytes).toEqual(Buffer.from([0, 255, 7]))
    expect((await bytesOf(at, lines ?? '')).bytes.toString()).toBe('words')
  })

  it('are deleted, and kept in earlier revisions', async () => {
    const at = await place()
    const [{ id: file = '' } = {}] = await done(editor().change(at, [insert(inline('a.txt', 'words'))]))
    const { id: revision } = await done(editor().revision(at))
    const gone = { operation: 'delete_file', file }
    expect(await done(editor().change(at, [gone]))).toEqual([{ kind: 'deleted_file', id: file }])
    await refused(editor().file(at, file), 404)
    expect((await done(editor().files(at))).items).toEqual([])
    const past = { spaceId: at.spaceId, revision }
    expect(await done(editor().file(past, file))).toEqual({ id: file, name: 'a.txt', size: 5 })
    for (const change of [gone, { operation: 'delete_file', file: newId('File') }]) {
      const refusal = await refused(editor().change(at, [change]), 400)
      expect(refusal.details?.[0]?.path).toEqual(['changes', 0, 'file'])
    }
  })

  describe('rejects', () => {
    const file = (more: object) => [insert({ name: 'x', ...more })]
    const cases: [string, (origin: string) => Change[], (string | number)[]][] = [
      ['an address without a file', (origin) => file({ url: `${origin}/none` }), ['files']],
      ['a private address', () => file({ url: 'http://10.0.0.1/x' }), ['files']],
      ['an address of another kind', () => file({ url: 'file:///etc/passwd' }), ['files', 0, 'url']],
      ['bytes in no base64', () => file({ base64: 'wörds' }), ['files', 0, 'base64']],
      ['neither bytes nor an address', () => file({}), ['files', 0]],
      ['both', (origin) => file({ base64: 'eA==', url: `${origin}/a` }), ['files', 0]],
      ['21 files', () => [insert(...Array.from({ length: 21 }, () => inline('x', 'x')))], ['files']],
      [
        'two of one name',
        () => [insert(inline('a', 'a', { ref: 'a' }), inline('b', 'b', { ref: 'a' }))],
        ['ref'],
      ],
    ]
    it.each(cases)('%s, and nothing is applied', async (_what, changes, path) => {
      const at = await place()
      const { origin } = await serve({ '/a': 'words' })
      const page = { operation: 'insert_page', title: 'Beside' }
      const refusal = await refused(
        editor().change(at, [page, insert(inline('ok', 'ok')), ...changes(origin)]),
        400,
      )
      expect(refusal.details?.[0]?.path).toEqual(['changes', 2, ...path])
      expect((await done(editor().files(at))).items).toEqual([])
      expect(await done(editor().pages(at))).toEqual([])
    })
  })

  it('are fetched from at most 20 URLs per request', async () => {
    const at = await place()
    const web = await serve({ '/a': 'words' })
    const urls = (count: number) =>
      Array.from({ length: count }, () => ({ name: 'a', url: `${web.origin}/a` }))
    const refusal = await refused(editor().change(at, [insert(...urls(12)), insert(...urls(9))]), 400)
    expect(refusal.details?.[0]?.path).toEqual(['changes', 1, 'files'])
    expect(refusal.message).toContain('has 21 urls to fetch from; at most 20 are allowed')
    expect(web.requests).toEqual([])
    await done(editor().change(at, [insert(...urls(12)), insert(...urls(8))]))
    expect(web.requests).toHaveLength(20)
  })

  it('are fetched before the lock, so that other writers do not wait for a slow server', async () => {
    const at = await place()
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    let answer = () => {}
    const web = await serveWeb((_request, response) => {
      answer = () => response.writeHead(200).end('words')
      isAsked()
    })
    const slow = editor().change(at, [insert({ name: 'slow.txt', url: `${web.origin}/slow` })])
    await asked
    // The server responds only after the other transaction has ended.
    await done(editor().change(at, [{ operation: 'insert_page', title: 'Meanwhile' }]))
    answer()
    await done(slow)
    expect((await done(editor().files(at))).items).toMatchObject([{ name: 'slow.txt' }])
    expect(await done(editor().pages(at))).toMatchObject([{ title: 'Meanwhile' }])
  })

  it('are not stored if the caller loses the edit role while they are fetched', async () => {
    const at = await place()
    const person = await t.build.buildPerson({ organizationId: cast.organization.id, role: 'edit' })
    const web = await serveWeb((_request, response) => {
      const demoted = t.db.database.prisma.member.updateMany({
        where: { userId: person.user.id },
        data: { role: 'read' },
      })
      void demoted.then(() => response.writeHead(200).end('words'))
    })
    const change = [insert({ name: 'late.txt', url: `${web.origin}/late` })]
    await refused(enter(t, person).change(at, change), 403)
    expect((await done(editor().files(at))).items).toEqual([])
  })

  it('have at most one mebibyte each if they are sent in the batch', async () => {
    const at = await place()
    await done(editor().change(at, [insert(inline('most', Buffer.alloc(MEBIBYTE, 'x')))]))
    for (const more of [1, 2, 3]) {
      await refused(editor().change(at, [insert(inline('more', Buffer.alloc(MEBIBYTE + more, 'x')))]), 400)
    }
    expect((await done(editor().files(at))).items).toMatchObject([{ name: 'most', size: MEBIBYTE }])
  })

  it('have at most 32 mebibytes together', async () => {
    const at = await place()
    const { origin } = await serve({ '/large': Buffer.alloc(17 * MEBIBYTE, 'x') })
    const large = insert({ name: 'large', url: `${origin}/large` })
    const refusal = await refused(editor().change(at, [large, large]), 413)
    expect(refusal.details?.[0]?.path).toEqual(['changes', 1, 'files'])
    expect((await done(editor().files(at))).items).toEqual([])
    expectNoFaults(t)
  })
})
