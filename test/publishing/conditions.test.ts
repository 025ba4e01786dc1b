import { expect, it } from 'vitest'
import { PdfFile } from '../pdf/pdf-file.ts'
import { callGraphQL } from '../support/graphql-request.ts'
import { ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

let owner: SiteOwner
let site: PublishedSiteInTest
let space: { id: string; pages: string[] }

const hide = '{% if visitor.claims.unsigned.beta %}narwhal{% endif %}'
const TEXT = [
  `## Heading ${hide}`,
  `Plain ${hide} words.`,
  `- item ${hide}`,
  `| a |\n|---|\n| cell ${hide} |`,
  `<table><thead><tr><th>b</th></tr></thead><tbody><tr><td>c ${hide}</td></tr></tbody></table>`,
  `<details><summary>More ${hide}</summary>\n\nInside ${hide}\n\n</details>`,
  'Over {% if visitor.claims.unsigned.beta %}narwhal\n\nnarwhal{% endif %} paragraphs.',
  `{% hint style="info" %} Note ${hide} {% endhint %}`,
].join('\n\n')

ownSites(async (made) => {
  owner = made
  space = await owner.space('Guide', [page('Start', TEXT), page('Other', 'Words.')])
  site = await owner.site([space.id])
  await site.adapt()
})

const textOfPdf = (bytes: Buffer) => {
  const file = new PdfFile(bytes)
  return file.pages.map((number) => file.textOf(number)).join('\n')
}

it('text that a condition in a line hides is nowhere that a reader can look', async () => {
  const seen: Record<string, string> = {}
  seen.page = (await site.open('/')).body
  seen.markdown = (await site.open('/start.md')).body
  seen.full = (await site.open('/llms-full.txt')).body
  seen.search = (await site.open('/~search?q=narwhal', { accept: 'application/json' })).body
  const found = await callRest(owner.t, null, 'POST', '/urls/published', {
    body: { url: `${owner.t.origin}${site.base}/` },
  })
  const reader = { token: String((found.body as { apiToken: string }).apiToken) }
  const path = `/spaces/${space.id}/content/page/${space.pages[0]}`
  for (const query of ['', '?format=document', '?evaluated=false'])
    seen[`rest${query}`] = JSON.stringify((await callRest(owner.t, reader, 'GET', path + query)).body)
  const { data } = await callGraphQL(
    owner.t,
    reader,
    `{ publishedContent(spaceId: "${space.id}") { page(id: "${space.pages[0]}") {
      ... on DocumentPage { markdown document markdown2: markdown(evaluated: false) } } } }`,
    {},
  )
  seen.graphql = JSON.stringify(data)
  const pdf = await site.open(`/~pdf/${space.pages[0]}.pdf`)
  seen.pdf = textOfPdf(
    await (await fetch(new URL(String(pdf.headers.location), owner.t.origin)))
      .arrayBuffer()
      .then(Buffer.from),
  )
  for (const [where, text] of Object.entries(seen))
    expect([where, text.includes('narwhal')]).toEqual([where, false])
  for (const [where, text] of Object.entries(seen)) {
    if (where !== 'search') expect([where, text.includes('cell')]).toEqual([where, true])
    expect([where, text.includes('{% if')]).toEqual([where, false])
  }
})

it('readers with the claim see it', async () => {
  const { body } = await site.open('/?visitor.beta=true')
  expect(body.split('narwhal').length).toBeGreaterThan(9)
})
