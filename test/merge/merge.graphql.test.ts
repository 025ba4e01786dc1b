import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

const REVISIONS = `query ($id: ID!) { node(id: $id) { ... on ChangeRequest {
  revision { id type mergedFrom { id } } revisionInitial { id } revisionMergedAncestor { id } revisionMerged { id type mergedFrom { id } }
  mergedAt mergedBy { id }
} } }`

describe('a change request in the GraphQL API', () => {
  let t: TestApp
  let person: { user: { id: string }; token: string }
  let spaceId: string
  let pageId: string

  const graphql = async (query: string, variables: object) => {
    const response = await fetch(`${t.origin}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: a response of any operation
    return (await response.json()) as any
  }
  const mutate = async (name: string, selection: string, input: object) => {
    const Title = name.charAt(0).toUpperCase() + name.slice(1)
    const query = `mutation ($input: ${Title}Input!) { ${name}(input: $input) { ${selection} } }`
    const { data, errors } = await graphql(query, { input })
    return { errors, ...data?.[name] }
  }
  const rest = async (path: string) => {
    const response = await fetch(`${t.origin}/v1/spaces/${spaceId}${path}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    // biome-ignore lint/suspicious/noExplicitAny: a response of any operation
    return (await response.json()) as any
  }
  const write = (markdown: string, changeRequestId?: string) =>
    mutate('changeContent', 'revision { id } changes { page { pageId } }', {
      spaceId,
      ...(changeRequestId ? { changeRequestId } : {}),
      changes: [{ updatePage: { page: pageId, document: { markdown } } }],
    })
  const open = async () => {
    const { changeRequest } = await mutate('createChangeRequest', 'changeRequest { id }', { spaceId })
    return changeRequest.id as string
  }

  beforeAll(async () => {
    t = await startApp()
    const organization = await t.build.buildOrganization()
    person = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    spaceId = (await t.build.buildSpace({ organizationId: organization.id })).id
    const inserted = await mutate('changeContent', 'changes { page { pageId } }', {
      spaceId,
      changes: [{ insertPage: { title: 'Guide', document: { markdown: 'One\n' } } }],
    })
    pageId = inserted.changes[0].page.pageId
  })
  afterAll(async () => {
    await t.close()
  })

  it('has the revisions that REST returns, the user who merged it, and the time', async () => {
    const id = await open()
    await write('Mine\n', id)
    const before = (await graphql(REVISIONS, { id })).data.node
    const named = await rest(`/change-requests/${id}`)
    expect(before).toEqual({
      revision: { id: named.revision, type: 'EDITS', mergedFrom: null },
      revisionInitial: { id: named.revisionInitial },
      revisionMergedAncestor: null,
      revisionMerged: null,
      mergedAt: null,
      mergedBy: null,
    })
    await mutate('mergeChangeRequest', 'result', { spaceId, changeRequestId: id })
    const after = (await graphql(REVISIONS, { id })).data.node
    const merged = await rest(`/change-requests/${id}`)
    expect(after).toMatchObject({
      revisionMerged: { id: merged.revisionMerged, type: 'MERGE', mergedFrom: { id } },
      mergedBy: { id: person.user.id },
    })
    expect(new Date(after.mergedAt).toISOString()).toBe(after.mergedAt)
  })

  it('has the revision of main content that it was last updated from', async () => {
    const id = await open()
    const { revision } = await write('Meanwhile\n')
    await mutate('updateChangeRequestFromMain', 'result', { spaceId, changeRequestId: id })
    const { data } = await graphql(REVISIONS, { id })
    expect(data.node.revisionMergedAncestor).toEqual({ id: revision.id })
  })

  it('resolves a conflict with changes, like REST', async () => {
    const id = await open()
    await write('Mine again\n', id)
    await write('Theirs\n')
    await mutate('updateChangeRequestFromMain', 'result', { spaceId, changeRequestId: id })
    const [conflict] = (await rest(`/change-requests/${id}/conflicts`)).items
    const changes = [{ updatePage: { page: pageId, document: { markdown: 'Both\n' } } }]
    const selection = `conflict { resolution resolvedBy { id } page { pageId title } }
      changeRequest { id outdated conflicts(resolved: false) { totalCount } }`
    const resolved = await mutate('resolveConflict', selection, {
      spaceId,
      changeRequestId: id,
      conflictId: conflict.id,
      resolution: 'CUSTOM',
      changes,
    })
    expect(resolved.conflict).toEqual({
      resolution: 'CUSTOM',
      resolvedBy: { id: person.user.id },
      page: { pageId, title: 'Guide' },
    })
    expect(resolved.changeRequest).toEqual({ id, outdated: false, conflicts: { totalCount: 0 } })
    const page = await rest(`/change-requests/${id}/content/page/${pageId}`)
    expect(page.markdown).toBe('Both\n')
  })

  it('accepts exactly one change in each entry of changes', async () => {
    const two = { deletePage: { page: pageId }, setVariable: { name: 'one', value: '1' } }
    for (const change of [two, {}]) {
      const { errors } = await mutate('changeContent', 'revision { id }', { spaceId, changes: [change] })
      expect(errors[0].message).toContain('Exactly one key must be specified')
    }
  })
})
