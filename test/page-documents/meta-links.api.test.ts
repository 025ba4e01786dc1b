import { expect, it } from 'vitest'
import { queried } from '../support/graphql-request.ts'
import { ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

let owner: SiteOwner
let site: PublishedSiteInTest
let space: { id: string; pages: string[] }

const FRONT = `---
metaLinks:
  canonical: second.md
  alternates:
    - https://example.com/fr
    - nowhere.md
    - second.md#part
---

# First
`

ownSites(async (made) => {
  owner = made
  space = await owner.space('Guide', [
    { operation: 'insert_page', title: 'First', document: { markdown: FRONT } },
    page('Second', '## Part'),
  ])
  site = await owner.site([space.id])
})

it('the links of a page to the same content elsewhere are those of its front matter', async () => {
  const [first = '', second = ''] = space.pages
  const expected = {
    canonical: { kind: 'page', page: second },
    alternates: [
      { kind: 'url', url: 'https://example.com/fr' },
      { kind: 'page', page: second },
    ],
  }
  const path = `/spaces/${space.id}/content/page/${first}/meta-links`
  expect((await callRest(owner.t, owner.who, 'GET', path)).body).toEqual(expected)
  const none = `/spaces/${space.id}/content/page/${second}/meta-links`
  expect((await callRest(owner.t, owner.who, 'GET', none)).body).toEqual({ alternates: [] })

  const opened = await callRest(owner.t, null, 'POST', '/urls/published', {
    body: { url: `${owner.t.origin}${site.base}/` },
  })
  const reader = { token: String((opened.body as { apiToken: string }).apiToken) }
  expect((await callRest(owner.t, reader, 'GET', path)).body).toEqual(expected)

  const query = `query($id: ID!) { space(id: $id) { content { page(id: "${first}") {
    ... on DocumentPage { metaLinks { canonical { kind pageId url } alternates { kind pageId url } } } } } } }`
  expect(await queried(owner.t, owner.who, query, { id: space.id })).toEqual({
    space: {
      content: {
        page: {
          metaLinks: {
            canonical: { kind: 'PAGE', pageId: second, url: null },
            alternates: [
              { kind: 'URL', pageId: null, url: 'https://example.com/fr' },
              { kind: 'PAGE', pageId: second, url: null },
            ],
          },
        },
      },
    },
  })
})
