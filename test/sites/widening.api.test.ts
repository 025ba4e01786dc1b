import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atLeast, type Role, roles } from '../../src/core/access/roles.ts'
import { newId } from '../../src/core/ids.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildPeople, type Company, foundCompany } from '../support/company.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

const condition = 'visitor.claims.isBeta === true'
const jsonSchema = (description: string) => ({
  type: 'object',
  additionalProperties: false,
  properties: { isBeta: { type: 'boolean', description } },
})
const levels = [null, ...roles.filter((role) => role !== 'admin'), 'inherit'] as const
type Level = (typeof levels)[number]
const callers = ['stranger', 'guest', ...roles] as const
type CallerName = (typeof callers)[number]

let t: TestApp
let cast: Company
const spaces = new Map<Level, string>()
let openSpaces: string[]
beforeAll(async () => {
  t = await startApp()
  cast = await foundCompany(t, await buildPeople(t))
  const organizationId = cast.organization.id
  for (const defaultLevel of levels) {
    const title = `Space with ${defaultLevel}`
    spaces.set(defaultLevel, (await t.build.buildSpace({ organizationId, title, defaultLevel })).id)
  }
  openSpaces = [cast.space.id, (await t.build.buildSpace({ organizationId, title: 'Other' })).id]
})
afterAll(() => t.close())

/** A site with two sections. The first has an open space and one with the level, both behind conditions. */
interface Fixture {
  siteId: string
  spaceId: string
  sectionId: string
  siteSpaceId: string
  elsewhereId: string
  besideId: string
  shareLinkId: string
}

async function buildSite(level: Level): Promise<Fixture> {
  const { prisma } = t.db.database
  const [siteId, sectionId, elsewhereId] = [newId('Site'), newId('SiteSection'), newId('SiteSection')]
  const [siteSpaceId, besideId] = [newId('SiteSpace'), newId('SiteSpace')]
  const spaceId = spaces.get(level) ?? ''
  const organizationId = cast.organization.id
  await prisma.site.create({ data: { id: siteId, organizationId, title: 'Docs', visibility: 'share-link' } })
  const section = (id: string, path: string, isDefault: boolean) => ({
    ...{ id, siteId, parentId: siteId, title: path, path, isDefault },
    ...{ orderKey: isDefault ? 'a0' : 'a1', condition: isDefault ? condition : null },
  })
  await prisma.siteSection.createMany({
    data: [section(sectionId, 'first', true), section(elsewhereId, 'second', false)],
  })
  const placed = (id: string, parentId: string, space: string, path: string) => ({
    ...{ id, siteId, sectionId: parentId, parentId, spaceId: space, path, isDefault: path === 'open' },
    ...{ orderKey: path === 'open' ? 'a0' : 'a1', condition: path === 'level' ? condition : null },
  })
  const [open = '', other = ''] = openSpaces
  await prisma.siteSpace.createMany({
    data: [
      placed(newId('SiteSpace'), sectionId, open, 'open'),
      placed(siteSpaceId, sectionId, spaceId, 'level'),
      placed(besideId, elsewhereId, other, 'open'),
    ],
  })
  const updatedAt = t.clock.now()
  await prisma.siteAdaptiveSchema.create({
    data: { siteId, jsonSchema: JSON.stringify(jsonSchema('Before.')), updatedAt },
  })
  const link = { id: newId('ShareLink'), siteId, name: 'Press', keyDigest: siteId, sealedKey: '' }
  await prisma.shareLink.create({ data: { ...link, active: false } })
  return { siteId, spaceId, sectionId, siteSpaceId, elsewhereId, besideId, shareLinkId: link.id }
}

const STATE = `SELECT to_jsonb(i) AS site,
  (SELECT jsonb_agg(to_jsonb(x) ORDER BY x."id") FROM "SiteSpace" x WHERE x."siteId" = i."id") AS spaces,
  (SELECT jsonb_agg(to_jsonb(c) ORDER BY c."id") FROM "SiteSection" c WHERE c."siteId" = i."id") AS sections,
  (SELECT jsonb_agg(to_jsonb(l) ORDER BY l."id") FROM "ShareLink" l WHERE l."siteId" = i."id") AS links,
  (SELECT to_jsonb(a) FROM "SiteAdaptiveSchema" a WHERE a."siteId" = i."id") AS schema
  FROM "Site" i WHERE i."id" = $1`
const stateOf = async ({ siteId }: Fixture) => (await t.db.database.pool.query(STATE, [siteId])).rows

/** What a change concerns: all spaces of the site, the space of one part, or a space that the request names. */
type Kind = 'site' | 'part' | 'named'

interface Widening {
  name: string
  kind: Kind
  needs?: Role
  rest: (at: Fixture) => [method: string, path: string, body?: object]
  graphql: (at: Fixture) => [mutation: string, input: object]
}

const moved = ({ siteSpaceId, besideId }: Fixture, spell: (type: string) => string) => ({
  item: { type: spell('site-space'), id: siteSpaceId },
  position: { after: { type: spell('site-space'), id: besideId } },
})
const update = (name: string, input: object, more: Partial<Widening> = {}): Widening => ({
  name,
  kind: 'site',
  rest: () => ['PATCH', '', input],
  graphql: ({ siteId }) => [
    'updateSite',
    {
      siteId,
      ...input,
      ...('visibility' in input
        ? { visibility: String(input.visibility).toUpperCase().replace('-', '_') }
        : {}),
    },
  ],
  ...more,
})

const widenings: Widening[] = [
  {
    name: 'publishing the site',
    kind: 'site',
    rest: () => ['POST', '/publish'],
    graphql: ({ siteId }) => ['publishSite', { siteId }],
  },
  update('a wider visibility', { visibility: 'public' }),
  update('a proxy', { proxy: 'example.com/docs' }),
  update('a hostname', { hostname: 'docs.acme.example' }, { needs: 'admin' }),
  {
    name: 'a share link',
    kind: 'site',
    rest: () => ['POST', '/share-links', { name: 'Partners' }],
    graphql: ({ siteId }) => ['createSiteShareLink', { siteId, name: 'Partners' }],
  },
  {
    name: 'activating a share link',
    kind: 'site',
    rest: ({ shareLinkId }) => ['PATCH', `/share-links/${shareLinkId}`, { active: true }],
    graphql: ({ shareLinkId }) => ['updateSiteShareLink', { shareLinkId, active: true }],
  },
  {
    name: 'another adaptive schema',
    kind: 'site',
    rest: () => ['PUT', '/adaptive-schema', { jsonSchema: jsonSchema('After.') }],
    graphql: ({ siteId }) => ['updateSiteAdaptiveSchema', { siteId, jsonSchema: jsonSchema('After.') }],
  },
  {
    name: 'removing the condition of a section',
    kind: 'site',
    rest: ({ sectionId }) => ['PATCH', `/sections/${sectionId}`, { condition: null }],
    graphql: ({ sectionId: siteSectionId }) => ['updateSiteSection', { siteSectionId, condition: null }],
  },
  {
    name: 'removing the condition of a site space',
    kind: 'part',
    rest: ({ siteSpaceId }) => ['PATCH', `/site-spaces/${siteSpaceId}`, { condition: null }],
    graphql: ({ siteSpaceId }) => ['updateSiteSpace', { siteSpaceId, condition: null }],
  },
  {
    name: 'moving a site space to another section',
    kind: 'part',
    rest: (at) => ['PATCH', '/structure/sort', moved(at, (type) => type)],
    graphql: (at) => [
      'sortSiteStructure',
      { siteId: at.siteId, ...moved(at, (type) => type.toUpperCase().replaceAll('-', '_')) },
    ],
  },
  {
    name: 'adding a space to a section',
    kind: 'named',
    rest: ({ spaceId, elsewhereId: sectionId }) => ['POST', '/site-spaces', { spaceId, sectionId }],
    graphql: ({ siteId, spaceId, elsewhereId }) => [
      'addSpaceToSite',
      { siteId, spaceId, sectionId: elsewhereId },
    ],
  },
  {
    name: 'adding a section with a space',
    kind: 'named',
    rest: ({ spaceId }) => ['POST', '/sections', { spaceId }],
    graphql: ({ siteId, spaceId }) => ['addSectionToSite', { siteId, spaceId }],
  },
  {
    name: 'replacing the space of a site space',
    kind: 'named',
    rest: ({ spaceId, besideId }) => ['PATCH', `/site-spaces/${besideId}`, { spaceId }],
    graphql: ({ spaceId, besideId: siteSpaceId }) => ['updateSiteSpace', { siteSpaceId, spaceId }],
  },
]

/** The role of a caller in a space with this level, in the words of docs/access.md. */
const roleIn = (caller: Role, level: Level): Role | null =>
  caller === 'admin' ? 'admin' : level === 'inherit' ? caller : level

/** The statuses of docs/access.md, which are compared with it by test/access/matrix.test.ts. */
function expectedOf({ kind, needs = 'create' }: Widening, caller: CallerName, level: Level): number[] {
  if (caller === 'stranger' || caller === 'guest') return [404]
  const role = roleIn(caller, level)
  // What the caller cannot see is not found, unless a REST path has the site before it.
  if (!atLeast(caller, needs)) return [403, 404]
  if (kind === 'part' && role === null) return [404]
  if (atLeast(role, 'create')) return [200]
  return kind === 'named' ? (role === null ? [400] : [403]) : [412]
}

type Ask = (
  widening: Widening,
  caller: CallerName,
  at: Fixture,
) => Promise<{ status: number; text: string; trace: string }>

const apis: { name: string; ask: Ask }[] = [
  {
    name: 'rest',
    ask: async ({ rest }, caller, at) => {
      const [method, path, body] = rest(at)
      const site = path.startsWith('/spaces/') ? '' : `/orgs/${cast.organization.id}/sites/${at.siteId}`
      const answer = await callRest(t, cast[caller], method, `${site}${path}`, body ? { body } : {})
      const { error } = answer.body as { error?: { message: string } }
      return { ...answer, text: error?.message ?? '' }
    },
  },
  {
    name: 'graphql',
    ask: async ({ graphql }, caller, at) => {
      const [name, input] = graphql(at)
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
      const { errors, trace } = await callGraphQL(
        t,
        cast[caller],
        `mutation($input: ${type}) { ${name}(input: $input) { __typename } }`,
        { input },
      )
      const [error] = errors ?? []
      return { status: error?.extensions.status ?? 200, text: error?.message ?? '', trace }
    },
  },
]

describe.each(apis)('a change that makes a site more public, by $name', ({ ask }) => {
  it.each(widenings)('requires the right to publish every space involved: $name', async (widening) => {
    const wrong: string[] = []
    for (const level of levels) {
      let at = await buildSite(level)
      let before = await stateOf(at)
      for (const caller of callers) {
        const expected = expectedOf(widening, caller, level)
        const { status, text, trace } = await ask(widening, caller, at)
        const label = `${caller} with a space at ${level}`
        if (!expected.includes(status < 300 ? 200 : status)) {
          wrong.push(`${label}: ${status} instead of ${expected}\n${trace}`)
        }
        if (status === 412) {
          const isNamed = text.includes(`"Space with ${level}"`)
          if (isNamed !== (level !== null)) wrong.push(`${label}: ${text}`)
          if (text.includes(at.spaceId)) wrong.push(`${label} learns the ID: ${text}`)
        }
        const after = await stateOf(at)
        const isChanged = JSON.stringify(after) !== JSON.stringify(before)
        if (isChanged !== status < 300) wrong.push(`${label}: ${status}, and changed: ${isChanged}`)
        if (!isChanged) continue
        await t.db.database.prisma.site.delete({ where: { id: at.siteId } })
        at = await buildSite(level)
        before = await stateOf(at)
      }
    }
    expect(wrong.join('\n')).toBe('')
  })

  it('requires the right to publish a space that is restored onto a published site', async () => {
    const { prisma } = t.db.database
    const restore: Widening = {
      name: 'restoring a space',
      kind: 'named',
      rest: ({ spaceId }) => ['POST', `/spaces/${spaceId}/restore`],
      graphql: ({ spaceId }) => ['restoreSpace', { spaceId }],
    }
    const wrong: string[] = []
    for (const level of levels) {
      const at = await buildSite(level)
      for (const caller of callers) {
        const where = { id: at.spaceId }
        await prisma.space.update({ where, data: { deletedAt: t.clock.now() } })
        const { status, trace } = await ask(restore, caller, at)
        const isMember = caller !== 'stranger' && caller !== 'guest'
        const mayRestore = isMember && atLeast(roleIn(caller, level), 'create')
        if (status < 300 !== mayRestore) wrong.push(`${caller} with a space at ${level}: ${status}\n${trace}`)
        const { deletedAt } = await prisma.space.update({ where, data: {} })
        if ((deletedAt === null) !== mayRestore)
          wrong.push(`${caller} with a space at ${level}: ${deletedAt}`)
      }
      await prisma.space.update({ where: { id: at.spaceId }, data: { deletedAt: null } })
      await prisma.site.delete({ where: { id: at.siteId } })
    }
    expect(wrong.join('\n')).toBe('')
  })

  it('leaves changes that make nothing more public to everyone who can change the site', async () => {
    const at = await buildSite(null)
    const { siteId, sectionId, shareLinkId } = at
    const harmless: Widening[] = [
      update('a title', { title: 'Handbook' }),
      update('the visibility that it has', { visibility: 'share-link' }),
      update('no proxy', { proxy: null }),
      {
        name: 'another path of a section',
        kind: 'site',
        rest: () => ['PATCH', `/sections/${sectionId}`, { path: 'renamed' }],
        graphql: () => ['updateSiteSection', { siteSectionId: sectionId, path: 'renamed' }],
      },
      {
        name: 'another name of a share link',
        kind: 'site',
        rest: () => ['PATCH', `/share-links/${shareLinkId}`, { name: 'Others' }],
        graphql: () => ['updateSiteShareLink', { shareLinkId, name: 'Others' }],
      },
      {
        name: 'unpublishing',
        kind: 'site',
        rest: () => ['POST', '/unpublish'],
        graphql: () => ['unpublishSite', { siteId }],
      },
    ]
    for (const each of harmless) {
      const { status, trace } = await ask(each, 'create', at)
      expect(status, `${each.name}\n${trace}`).toBeLessThan(300)
    }
    await t.db.database.prisma.site.delete({ where: { id: siteId } })
  })
})
