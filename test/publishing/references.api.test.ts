import { expect, it } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { ownSites, page, type SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let owner: SiteOwner
ownSites(
  async (made) => {
    owner = made
    t = owner.t
  },
  { RUN_JOBS: 'true' },
)

type Who = { token: string } | null
type Body = Record<string, unknown>

const rest = async (who: Who, method: string, path: string, body?: object) => {
  const answer = await callRest(t, who, method, path, body ? { body } : {})
  return { status: answer.status, body: (answer.body ?? {}) as Body }
}
const gql = async (who: Who, query: string, variables: Body) => {
  const { data, errors } = await callGraphQL<Body>(t, who, query, variables)
  return { status: (errors?.[0]?.extensions.status as number | undefined) ?? 200, body: data ?? {} }
}

it('a token for the content of a site reads the users and OpenAPI specs that the pages which its reader sees refer to', {
  timeout: 120_000,
}, async () => {
  const newWriter = async () =>
    (await t.build.buildPerson({ organizationId: owner.org, role: 'edit' })).user.id
  const [writer, other] = [await newWriter(), await newWriter()]
  for (const slug of ['shown-spec', 'secret-spec', 'unused-spec']) {
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: slug, version: '1' }, paths: {} })
    await owner.send('POST', `/orgs/${owner.org}/openapi`, { slug, source: { text } })
  }
  t.app.background.recheck()
  await t.app.background.idle()
  const operation = (slug: string) =>
    `{% openapi-operation spec="${slug}" path="/" method="get" %}\n{% endopenapi-operation %}`
  const space = await owner.space('Referring', [
    page('Open', `[@Writer](/users/${writer})\n\n${operation('shown-spec')}`),
    page('Secret', `[@Other](/users/${other})\n\n${operation('secret-spec')}`, {
      condition: 'visitor.claims.beta === true',
    }),
  ])
  const referring = await owner.site([space.id])
  await referring.adapt()
  const tokenFor = async (more: object) => {
    const url = `${t.origin}${referring.base}/`
    return { token: String((await rest(null, 'POST', '/urls/published', { url, ...more })).body.apiToken) }
  }
  const anyone = await tokenFor({})
  const tester = await tokenFor({ visitor: { jwtToken: await referring.token({ beta: true }) } })
  const userOf = (who: Who, id: string) => rest(who, 'GET', `/users/${id}`)
  const specOf = async (who: Who, slug: string) => {
    const path = `/orgs/${owner.org}/openapi/${slug}/versions/latest/content`
    const query =
      'query($org: ID!, $slug: String!) { latestOpenAPISpecVersion(organizationId: $org, slug: $slug) { content { filesystem } } }'
    const [ofRest, ofGraphQL] = [
      await rest(who, 'GET', path),
      await gql(who, query, { org: owner.org, slug }),
    ]
    expect(ofGraphQL.status === 200 && ofGraphQL.body.latestOpenAPISpecVersion !== null).toBe(
      ofRest.status === 200,
    )
    return ofRest.status
  }
  const { status, body: user } = await userOf(anyone, writer)
  expect([status, user.id, user.email]).toEqual([200, writer, undefined])
  expect((await userOf(anyone, other)).status).toBe(404)
  expect((await userOf(tester, other)).status).toBe(200)
  expect(await specOf(anyone, 'shown-spec')).toBe(200)
  expect(await specOf(anyone, 'secret-spec')).toBe(404)
  expect(await specOf(tester, 'secret-spec')).toBe(200)
  expect(await specOf(tester, 'unused-spec')).toBe(404)
  const email = await gql(anyone, 'query($id: ID!) { user(id: $id) { displayName email } }', { id: writer })
  expect((email.body.user as Body).email).toBeNull()
})
