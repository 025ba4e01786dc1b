import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a response of any operation, read property by property below
  body: any
}

describe('merging change requests', () => {
  let t: TestApp
  let token: string
  let spaceId: string

  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${t.origin}/v1/spaces/${spaceId}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const graphql = async (query: string, variables: object): Promise<Answer['body']> => {
    const response = await fetch(`${t.origin}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return response.json()
  }
  const open = async () => (await call('POST', '/change-requests', { subject: 'Edit' })).body.id as string
  const change = (id: string, ...changes: object[]) =>
    call('POST', `/change-requests/${id}/content?compat=false`, { changes })
  const live = (...changes: object[]) => call('POST', '/content?compat=false', { changes })
  const markdownOf = async (pageId: string) => (await call('GET', `/content/page/${pageId}`)).body.markdown

  const LINES = Array.from({ length: 12 }, (_, n) => `Line ${n + 1}`)
  const text = (lines: Record<number, string> = {}) =>
    `${LINES.map((line, n) => lines[n + 1] ?? line).join('\n')}\n`
  const insert = async (title: string, markdown = text()) =>
    (await live({ operation: 'insert_page', title, document: { markdown } })).body.changes[0].page
      .id as string

  beforeAll(async () => {
    t = await startApp()
    const organization = await t.build.buildOrganization()
    const person = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    token = person.token
    spaceId = (await t.build.buildSpace({ organizationId: organization.id })).id
  })
  afterAll(async () => {
    await t.close()
  })

  it('merges two edits of one page in different places', async () => {
    const page = await insert('Both')
    const [one, other] = [await open(), await open()]
    await change(one, { operation: 'update_page', page, document: { markdown: text({ 2: 'Two' }) } })
    await change(other, { operation: 'update_page', page, document: { markdown: text({ 11: 'Eleven' }) } })
    expect(await call('POST', `/change-requests/${one}/merge`)).toMatchObject({ body: { result: 'merge' } })
    expect((await call('GET', `/change-requests/${other}`)).body.outdated).toBe(true)
    const merged = await call('POST', `/change-requests/${other}/merge`)
    expect(merged).toMatchObject({ status: 200, body: { result: 'merge' } })
    expect(await markdownOf(page)).toBe(text({ 2: 'Two', 11: 'Eleven' }))
    const request = (await call('GET', `/change-requests/${other}`)).body
    expect(request).toMatchObject({ status: 'merged', revisionMerged: merged.body.revision })
    expect((await call('GET', `/revisions/${merged.body.revision}`)).body).toMatchObject({
      type: 'merge',
      mergedFrom: request,
    })
    expect((await call('GET', `/revisions/${request.revision}`)).body).not.toHaveProperty('mergedFrom')
    expect((await call('GET', '')).body).toMatchObject({ revision: merged.body.revision })
  })

  it('rejects a merge with conflicting lines, changes nothing, and returns the page', async () => {
    const page = await insert('Clash')
    const id = await open()
    await change(id, { operation: 'update_page', page, document: { markdown: text({ 5: 'Mine' }) } })
    await live({ operation: 'update_page', page, document: { markdown: text({ 5: 'Theirs' }) } })
    const before = (await call('GET', '')).body.revision
    const refused = await call('POST', `/change-requests/${id}/merge`)
    expect(refused).toMatchObject({ status: 409, body: { error: { reason: 'conflict' } } })
    expect(refused.body.error.details[0].path).toEqual(['page', page])
    expect((await call('GET', '')).body.revision).toBe(before)

    expect(await call('POST', `/change-requests/${id}/update`)).toMatchObject({
      body: { result: 'conflicts' },
    })
    const mine = (await call('GET', `/change-requests/${id}/content/page/${page}`)).body.markdown
    expect(mine).toBe(text({ 5: 'Mine' }))
    expect((await call('POST', `/change-requests/${id}/merge`)).status).toBe(409)
    const [conflict] = (await call('GET', `/change-requests/${id}/conflicts`)).body.items
    const mergedTexts = { primary: text({ 5: 'Theirs' }), changed: text({ 5: 'Mine' }) }
    expect(conflict).toMatchObject({
      kind: 'edit_edit',
      page,
      hunks: [{ primary: { lines: ['Theirs'] } }],
      mergedTexts,
    })
    const { data } = await graphql(
      `query($id: ID!) { changeRequest(id: $id) { conflicts(first: 1) { nodes {
        mergedTexts { primary changed } primary { slug parentId } } } } }`,
      { id },
    )
    expect(data.changeRequest.conflicts.nodes).toEqual([
      { mergedTexts, primary: { slug: 'clash', parentId: null } },
    ])
    const resolved = await call('POST', `/change-requests/${id}/conflicts/${conflict.id}/resolve`, {
      resolution: 'primary',
    })
    expect(resolved).toMatchObject({ status: 200, body: { resolution: 'primary' } })
    expect((await call('GET', `/change-requests/${id}/content/page/${page}`)).body.markdown).toBe(
      text({ 5: 'Theirs' }),
    )
    expect(await call('POST', `/change-requests/${id}/merge`)).toMatchObject({ body: { result: 'merge' } })
    expect((await call('POST', `/change-requests/${id}/merge`)).status).toBe(409)
    expect((await change(id, { operation: 'delete_page', page })).status).toBe(409)
  })

  it('keeps the change request side of a conflict on request, and accepts other content as custom', async () => {
    const [kept, other] = [await insert('Kept'), await insert('Other')]
    const id = await open()
    await change(
      id,
      { operation: 'update_page', page: kept, document: { markdown: text({ 1: 'Mine' }) } },
      { operation: 'update_page', page: other, document: { markdown: text({ 1: 'Mine' }) } },
    )
    await live(
      { operation: 'update_page', page: kept, document: { markdown: text({ 1: 'Theirs' }) } },
      { operation: 'update_page', page: other, document: { markdown: text({ 1: 'Theirs' }) } },
    )
    await call('POST', `/change-requests/${id}/update`)
    const { items } = (await call('GET', `/change-requests/${id}/conflicts`)).body
    expect(items.map((item: { page: string }) => item.page).sort()).toEqual([kept, other].sort())
    for (const { id: conflict, page } of items) {
      const isKept = page === kept
      const custom = { operation: 'update_page', page, document: { markdown: text({ 1: 'Ours' }) } }
      const body = isKept ? { resolution: 'changed' } : { resolution: 'custom', changes: [custom] }
      expect((await call('POST', `/change-requests/${id}/conflicts/${conflict}/resolve`, body)).status).toBe(
        200,
      )
    }
    expect((await call('POST', `/change-requests/${id}/merge`)).status).toBe(200)
    expect(await markdownOf(kept)).toBe(text({ 1: 'Mine' }))
    expect(await markdownOf(other)).toBe(text({ 1: 'Ours' }))
  })

  it('takes a field of main content on request and keeps other changes of the page, or its position', async () => {
    const [renamed, moved] = [await insert('Renamed'), await insert('Moved')]
    const id = await open()
    const pageOf = async (page: string) =>
      (await call('GET', `/change-requests/${id}/content/page/${page}`)).body
    await change(
      id,
      { operation: 'update_page', page: renamed, description: 'Mine', icon: 'bolt' },
      { operation: 'update_page', page: moved, slug: 'mine' },
    )
    await live(
      { operation: 'update_page', page: renamed, description: 'Theirs' },
      { operation: 'update_page', page: moved, slug: 'theirs' },
    )
    await call('POST', `/change-requests/${id}/update`)
    const { items } = (await call('GET', `/change-requests/${id}/conflicts`)).body
    expect(items).toHaveLength(2)
    for (const { id: conflict } of items) {
      await call('POST', `/change-requests/${id}/conflicts/${conflict}/resolve`, { resolution: 'primary' })
    }
    expect(await pageOf(renamed)).toMatchObject({ description: 'Theirs', icon: 'bolt' })
    expect(await pageOf(moved)).toMatchObject({ slug: 'theirs', path: 'theirs' })
    expect((await call('POST', `/change-requests/${id}/merge`)).status).toBe(200)
  })

  it('takes variables of main content on request', async () => {
    const set = (name: string, value: string | null) => ({ operation: 'set_variable', name, value })
    await live(set('edited', '1'), set('removed', '1'))
    const id = await open()
    await change(id, set('edited', 'mine'), set('removed', 'mine'), set('own', 'mine'))
    await live(set('edited', 'theirs'), set('removed', null))
    await call('POST', `/change-requests/${id}/update`)
    const { items } = (await call('GET', `/change-requests/${id}/conflicts`)).body
    expect(items.map((item: { variable: string }) => item.variable)).toEqual(['edited', 'removed'])
    for (const { id: conflict } of items) {
      const body = { resolution: 'primary' }
      await call('POST', `/change-requests/${id}/conflicts/${conflict}/resolve`, body)
    }
    const { variables } = (await call('GET', `/change-requests/${id}/content`)).body
    expect(variables).toEqual({ edited: 'theirs', own: 'mine' })
  })

  it('resolves a conflict once, not while archived, with files too, and emits an event', async () => {
    const page = await insert('Decided')
    const id = await open()
    await change(id, { operation: 'update_page', page, document: { markdown: text({ 1: 'Mine' }) } })
    await live({ operation: 'update_page', page, document: { markdown: text({ 1: 'Theirs' }) } })
    await call('POST', `/change-requests/${id}/update`)
    const [conflict] = (await call('GET', `/change-requests/${id}/conflicts`)).body.items
    const resolve = (body: object) =>
      call('POST', `/change-requests/${id}/conflicts/${conflict.id}/resolve`, body)
    const lastEvent = async () => (await call('GET', '/events?limit=1000')).body.items.at(-1)

    await call('PATCH', `/change-requests/${id}`, { status: 'archived' })
    for (const resolution of ['changed', 'primary']) {
      expect(await resolve({ resolution })).toMatchObject({ status: 409 })
    }
    await call('PATCH', `/change-requests/${id}`, { status: 'open' })
    expect(
      await resolve({ resolution: 'changed', changes: [{ operation: 'delete_page', page }] }),
    ).toMatchObject({ status: 400 })
    const file = {
      name: 'words.txt',
      base64: Buffer.from('Words').toString('base64'),
      contentType: 'text/plain',
    }
    const custom = { resolution: 'custom', changes: [{ operation: 'insert_files', files: [file] }] }
    expect(await resolve(custom)).toMatchObject({ status: 200, body: { resolution: 'custom' } })
    const { items } = (await call('GET', `/change-requests/${id}/content/files`)).body
    expect(items).toMatchObject([{ name: 'words.txt', size: 5 }])
    expect(await lastEvent()).toMatchObject({ type: 'change_request.content_changed' })
    expect(await resolve({ resolution: 'changed' })).toMatchObject({ status: 409 })
    expect(await lastEvent()).toMatchObject({ type: 'change_request.content_changed' })

    await live({ operation: 'update_page', page, document: { markdown: text({ 1: 'Theirs again' }) } })
    await call('POST', `/change-requests/${id}/update`)
    const [next] = (await call('GET', `/change-requests/${id}/conflicts?resolved=false`)).body.items
    await call('POST', `/change-requests/${id}/conflicts/${next.id}/resolve`, { resolution: 'changed' })
    expect(await lastEvent()).toMatchObject({ type: 'change_request.updated', changeRequest: id })
  })

  it.each(['rest', 'graphql'])(
    'resolves a conflict only in the revision that the caller expects (%s)',
    async (api) => {
      const page = await insert(`Expected in ${api}`)
      const id = await open()
      const edit = (lines: Record<number, string>) => ({
        operation: 'update_page',
        page,
        document: { markdown: text(lines) },
      })
      await change(id, edit({ 1: 'Mine' }))
      await live(edit({ 1: 'Theirs' }))
      await call('POST', `/change-requests/${id}/update`)
      const [conflict] = (await call('GET', `/change-requests/${id}/conflicts`)).body.items
      const revisionOf = async () => (await call('GET', `/change-requests/${id}`)).body.revision as string
      const proposed = async () =>
        (await call('GET', `/change-requests/${id}/content/page/${page}`)).body.markdown
      /** The reason of a failure, or the resolution. */
      const resolve = async (input: { resolution: string; expectedRevision: string; changes?: object[] }) => {
        if (api === 'rest') {
          const { body } = await call(
            'POST',
            `/change-requests/${id}/conflicts/${conflict.id}/resolve`,
            input,
          )
          return body.error?.reason ?? body.resolution
        }
        const { data, errors } = await graphql(
          `mutation ($input: ResolveConflictInput!) { resolveConflict(input: $input) { conflict { resolution } } }`,
          {
            input: {
              changeRequestId: id,
              conflictId: conflict.id,
              ...input,
              resolution: input.resolution.toUpperCase(),
              ...(input.changes && {
                changes: [{ updatePage: { page, markdown: text({ 1: 'Ours', 12: 'Later' }) } }],
              }),
            },
          },
        )
        return (
          errors?.[0].extensions.code.toLowerCase() ?? data.resolveConflict.conflict.resolution.toLowerCase()
        )
      }
      const seen = await revisionOf()
      await change(id, edit({ 1: 'Mine', 12: 'Later' }))
      for (const resolution of ['primary', 'changed', 'custom']) {
        expect(await resolve({ resolution, expectedRevision: seen })).toBe('precondition_failed')
      }
      expect(await proposed()).toBe(text({ 1: 'Mine', 12: 'Later' }))
      // Changes are merged with those of others, as by a save.
      const lost = {
        resolution: 'custom',
        changes: [edit({ 1: 'Ours', 12: 'Lost' })],
        expectedRevision: seen,
      }
      if (api === 'rest') expect(await resolve(lost)).toBe('conflict')
      const custom = { ...lost, changes: [edit({ 1: 'Ours' })] }
      expect(await resolve(custom)).toBe('custom')
      expect(await proposed()).toBe(text({ 1: 'Ours', 12: 'Later' }))

      await live(edit({ 1: 'Theirs again' }))
      await call('POST', `/change-requests/${id}/update`)
      const [next] = (await call('GET', `/change-requests/${id}/conflicts?resolved=false`)).body.items
      conflict.id = next.id
      expect(await resolve({ resolution: 'primary', expectedRevision: await revisionOf() })).toBe('primary')
      expect(await proposed()).toBe(text({ 1: 'Theirs again', 12: 'Later' }))
    },
  )

  it('is returned by the GraphQL API, with its conflicts and differences', async () => {
    const page = await insert('Graph')
    const id = await open()
    await change(id, { operation: 'update_page', page, document: { markdown: text({ 3: 'Three' }) } })
    const seen = await graphql(
      `query ($s: ID!, $c: ID) { changeRequest(spaceId: $s, id: $c) {
        diff { nodes { type page { title } hunks { before { start lines } after { lines } } } }
        conflicts { totalCount } } }`,
      { s: spaceId, c: id },
    )
    expect(seen.data.changeRequest.diff.nodes).toEqual([
      {
        type: 'PAGE_EDITED',
        page: { title: 'Graph' },
        hunks: [{ before: { start: 3, lines: ['Line 3'] }, after: { lines: ['Three'] } }],
      },
    ])
    expect(seen.data.changeRequest.conflicts.totalCount).toBe(0)
    const merged = await graphql(
      `mutation ($input: MergeChangeRequestInput!) { mergeChangeRequest(input: $input) {
        result changeRequest { status } revision { type pageByPath(path: "graph") { ... on DocumentPage { markdown } } } } }`,
      { input: { spaceId, changeRequestId: id } },
    )
    expect(merged.data.mergeChangeRequest).toEqual({
      result: 'MERGE',
      changeRequest: { status: 'MERGED' },
      revision: { type: 'MERGE', pageByPath: { markdown: text({ 3: 'Three' }) } },
    })
  })

  it('loses no edit with many concurrent merges', async () => {
    const page = await insert('Many')
    const ids = await Promise.all(Array.from({ length: 6 }, open))
    await Promise.all(
      ids.map((id, n) =>
        change(
          id,
          { operation: 'update_page', page, document: { markdown: text({ [n * 2 + 1]: `Edit ${n}` }) } },
          { operation: 'insert_page', title: `New ${n}`, document: { markdown: 'x' } },
        ),
      ),
    )
    const results = await Promise.all(ids.map((id) => call('POST', `/change-requests/${id}/merge`)))
    // Git reports adjacent lines as a conflict; these have a line between them.
    expect(results.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect(await markdownOf(page)).toBe(text(Object.fromEntries(ids.map((_, n) => [n * 2 + 1, `Edit ${n}`]))))
    const { pages } = (await call('GET', '/content/pages')).body
    const titles = pages.map(({ title }: { title: string }) => title)
    expect(titles.filter((title: string) => title.startsWith('New ')).sort()).toEqual(
      ids.map((_, n) => `New ${n}`),
    )
    expect(t.faults).toEqual([])
  })
})
