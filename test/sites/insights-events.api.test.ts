import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { id: organizationId } = await t.build.buildOrganization()
const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
const { id: spaceId } = await t.build.buildSpace({ organizationId })

const rest = async <Body>(method: string, path: string, body?: object) => {
  const response = await callRest(t, admin, method, path, body ? { body } : {})
  return { ...response, body: response.body as Body }
}
interface Columns {
  columns: { column: string; values: unknown[] }[]
}
const change = {
  operation: 'insert_page',
  page: { type: 'document', title: 'Start', document: { markdown: 'Hi.' } },
}
expect((await rest('POST', `/spaces/${spaceId}/content`, { changes: [change] })).status).toBe(200)
const { body: content } = await rest<{ pages: { id: string }[] }>('GET', `/spaces/${spaceId}/content/pages`)
const page = content.pages[0]?.id ?? ''
const { body: site } = await rest<{ id: string }>('POST', `/orgs/${organizationId}/sites`, {
  title: 'Docs',
  spaces: [spaceId],
})
const path = `/orgs/${organizationId}/sites/${site.id}/insights/events`
const location = { url: 'https://docs.example/start', siteSection: null, space: spaceId, page }
const session = { visitorId: 'v', sessionId: 's', cookies: {}, referrer: 'https://search.example/?q=secret' }
const count = async (query: object) => {
  const { status, body } = await rest<Columns>('POST', `${path}/aggregate`, query)
  expect(status).toBe(200)
  return Object.fromEntries(body.columns.map(({ column, values }) => [column, values]))
}

it('events of a frontend of its own are counted, and aggregated in both APIs', async () => {
  const events = [
    { type: 'page_view', session, location },
    { type: 'page_view', session: { ...session, referrer: 'https://docs.example/' }, location },
    { type: 'page_view', session, location: { ...location, page: 'pag_other' } },
    { type: 'page_view', session, location: { ...location, space: 'spc_other' } },
    { type: 'search_type_query', query: ' Charge  Card ', session, location },
    { type: 'link_click', session, location },
  ]
  expect((await rest('POST', path, { events })).status).toBe(204)
  const track = 'mutation ($input: TrackSiteEventsInput!) { trackSiteEvents(input: $input) { counted } }'
  const input = {
    siteId: site.id,
    events: [
      { type: 'SEARCH_TYPE_QUERY', query: 'other', location: { url: location.url } },
      { type: 'SEARCH_TYPE_QUERY', location: { url: location.url } },
    ],
  }
  expect(await queried(t, admin, track, { input })).toEqual({ trackSiteEvents: { counted: 1 } })
  await t.db.database.prisma.siteFeedback.create({
    data: {
      id: 'sfb_1',
      siteId: site.id,
      siteSpaceId: 'sps_1',
      spaceId,
      pageId: page,
      pageTitle: 'Start',
      rating: 'good',
      createdAt: t.clock.now(),
    },
  })

  const day = { column: 'datetime', interval: 'day' }
  const today = `${t.clock.now().toISOString().slice(0, 10)}T00:00:00Z`
  const range = 'last7Days'
  expect(await count({ range, groupBy: [{ column: 'eventType' }] })).toEqual({
    eventType: ['page_view', 'search_type_query', 'page_post_feedback'],
    eventsCount: [2, 2, 1],
  })
  expect(await count({ range, groupBy: [day], select: [day, { column: 'eventsCount' }] })).toEqual({
    datetime: [today],
    eventsCount: [5],
  })
  const where = (column: string, operator: string, ...values: unknown[]) => ({ column, operator, values })
  expect(
    await count({
      range,
      groupBy: [{ column: 'page' }, { column: 'eventPageFeedbackRating' }],
      where: [where('page', 'in', { page, space: spaceId }), where('eventType', 'notIn', 'page_view')],
    }),
  ).toEqual({ page: [{ page, space: spaceId }], eventPageFeedbackRating: ['good'], eventsCount: [1] })
  const words = { column: 'eventSearchQuery' }
  expect(
    await count({
      range,
      groupBy: [words],
      where: [where('eventType', 'in', 'search_type_query')],
      limit: 1,
    }),
  ).toEqual({ eventSearchQuery: ['charge card'], eventsCount: [1] })
  expect(
    await count({
      range,
      groupBy: [{ column: 'referrerDomain' }],
      where: [where('eventType', 'in', 'page_view')],
    }),
  ).toEqual({ referrerDomain: ['search.example'], eventsCount: [1] })
  expect(await count({ range: { from: '2020-01-01T00:00:00Z', to: '2020-01-31T00:00:00Z' } })).toEqual({
    eventsCount: [],
  })

  const document = `query ($id: ID!) { site(id: $id) {
    insightsEvents(range: "last7Days", groupBy: [{ column: EVENT_TYPE }], limit: 1) { column values }
  } }`
  const [first] = await Promise.all([
    queried<{ site: { insightsEvents: object[] } }>(t, admin, document, { id: site.id }),
  ])
  expect(first.site.insightsEvents).toHaveLength(2)
})

it('what is not counted is rejected, and so are too many events', async () => {
  const wrong = async (query: object) => (await rest('POST', `${path}/aggregate`, query)).status
  const range = 'last7Days'
  expect(await wrong({})).toBe(400)
  expect(await wrong({ range, groupBy: [{ column: 'visitorsCount' }] })).toBe(400)
  expect(await wrong({ range, groupBy: [{ column: 'eventsCount' }] })).toBe(400)
  expect(await wrong({ range, select: [{ column: 'page' }] })).toBe(400)
  expect(await wrong({ range, groupBy: [{ column: 'page' }, { column: 'referrerDomain' }] })).toBe(400)
  expect(await wrong({ range: { from: '2020-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } })).toBe(400)
  const many = Array.from({ length: 101 }, () => ({ type: 'page_view', location }))
  expect((await rest('POST', path, { events: many })).status).toBe(400)
})

it('nothing is counted where the site has turned it off', async () => {
  const off = { insights: { trackingCookie: false, enabled: false } }
  const customization = `/orgs/${organizationId}/sites/${site.id}/customization`
  expect((await rest('PATCH', customization, off)).status).toBe(200)
  const before = await count({ range: 'last7Days' })
  expect((await rest('POST', path, { events: [{ type: 'page_view', location }] })).status).toBe(204)
  expect(await count({ range: 'last7Days' })).toEqual(before)
})
