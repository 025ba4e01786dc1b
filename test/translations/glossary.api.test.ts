import { beforeEach, describe, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { create, read, guest, stranger, organization } = await buildPeopleByRole(t)
const { prisma } = t.db.database
const path = `/orgs/${organization.id}/translations-glossary`

interface Entry {
  id: string
  translations: Record<string, string>
}
type Change = { type: string } & Record<string, unknown>

const listed = async (who: { token: string }, query: Record<string, string> = {}) => {
  const { body } = await callRest(t, who, 'GET', `${path}?${new URLSearchParams(query)}`)
  return (body as { items: Entry[] }).items
}

beforeEach(() => prisma.glossaryEntry.deleteMany({}))

const CHANGE =
  'mutation ($input: UpdateGlossaryInput!) { updateGlossary(input: $input) { organization { id } } }'

describe.each(['rest', 'graphql'])('the glossary (%s)', (api) => {
  /** The status of a change of the glossary. */
  async function update(who: { token: string }, operations: Change[]): Promise<number> {
    if (api === 'rest') return (await callRest(t, who, 'PUT', path, { body: { operations } })).status
    const input = {
      organizationId: organization.id,
      operations: operations.map(({ type, ...rest }) => ({ [type]: rest })),
    }
    const { errors } = await callGraphQL(t, who, CHANGE, { input })
    return (errors?.[0]?.extensions.status as number | undefined) ?? 204
  }

  it('is changed by all changes of a request together, each with an event', async () => {
    const terms = [{ en: 'merge', de: 'Zusammenführen' }, { en: 'branch' }, { fr: 'page' }]
    expect(
      await update(
        create,
        terms.map((translations) => ({ type: 'insert', translations })),
      ),
    ).toBe(204)
    const [merge, branch, page] = await listed(read)
    expect([merge, branch, page].map((each) => each?.translations)).toEqual(terms)
    const changes = [
      { type: 'update', id: merge?.id, translations: { en: 'merge', de: 'Einpflegen' } },
      { type: 'update', id: branch?.id, translations: { en: 'branch' } },
      { type: 'delete', id: page?.id },
    ]
    expect(await update(create, changes)).toBe(204)
    expect(await update(create, changes)).toBe(204)
    const after = await listed(read)
    expect(after.map(({ translations }) => translations)).toEqual([
      { de: 'Einpflegen', en: 'merge' },
      { en: 'branch' },
    ])
    const events = await prisma.event.findMany({
      where: { type: { startsWith: 'glossary_entry.' } },
      orderBy: { position: 'desc' },
      take: 5,
    })
    expect(events.map(({ type }) => type).sort()).toEqual([
      'glossary_entry.created',
      'glossary_entry.created',
      'glossary_entry.created',
      'glossary_entry.deleted',
      'glossary_entry.updated',
    ])
  })

  it('does not change at all if one of the changes cannot be made', async () => {
    const unknown = { type: 'update', id: 'gle_0', translations: { en: 'x' } }
    expect(await update(create, [{ type: 'insert', translations: { en: 'x' } }, unknown])).toBe(400)
    expect(await update(create, [{ type: 'insert', translations: {} }])).toBe(400)
    expect(await update(create, [{ type: 'insert', translations: { xx: 'x' } }])).toBe(400)
    expect(await update(create, [{ type: 'insert', translations: { en: 'a\nb' } }])).toBe(400)
    expect(await update(read, [{ type: 'insert', translations: { en: 'x' } }])).toBe(403)
    expect(await update(stranger, [{ type: 'insert', translations: { en: 'x' } }])).toBe(404)
    expect(await listed(create)).toEqual([])
  })
})

it('the glossary is ordered by the terms of a language, and entries without one come last, over all pages', async () => {
  const terms = [{ en: 'b' }, { de: 'z' }, { de: 'Ä', en: 'c' }, { de: 'b', en: 'a' }]
  const operations = terms.map((translations) => ({ type: 'insert', translations }))
  expect((await callRest(t, create, 'PUT', path, { body: { operations } })).status).toBe(204)
  expect((await listed(read, { orderBy: 'de' })).map(({ translations }) => translations.de)).toEqual([
    'Ä',
    'b',
    'z',
    undefined,
  ])
  const query = `query ($id: ID!, $after: String) { organization(id: $id) { glossary(orderBy: EN, first: 2, after: $after) {
    pageInfo { endCursor } nodes { translations { language text } } } } }`
  type Listed = {
    organization: {
      glossary: { pageInfo: { endCursor: string }; nodes: { translations: { text: string }[] }[] }
    }
  }
  const first = await queried<Listed>(t, read, query, { id: organization.id })
  const after = first.organization.glossary.pageInfo.endCursor
  const second = await queried<Listed>(t, read, query, { id: organization.id, after })
  const texts = [first, second].flatMap(({ organization: { glossary } }) =>
    glossary.nodes.map(({ translations }) => translations.at(-1)?.text),
  )
  expect(texts).toEqual(['a', 'b', 'c', 'z'])
})

it('an entry of the glossary is seen by members, and not by guests', async () => {
  const operations = [{ type: 'insert', translations: { en: 'page', 'pt-br': 'página' } }]
  await callRest(t, create, 'PUT', path, { body: { operations } })
  const [entry] = await listed(read)
  expect(entry).toMatchObject({ object: 'glossary-entry', translations: { en: 'page', 'pt-br': 'página' } })
  const one = `${path}/${entry?.id}`
  expect((await callRest(t, read, 'GET', one)).body).toEqual(entry)
  expect((await callRest(t, guest, 'GET', one)).status).toBe(404)
  expect(await listed(guest)).toEqual([])
})
