import { describe, expect, it } from 'vitest'
import { placedBlocks } from '../../src/modules/documents/blocks/placed-blocks.ts'
import type { Person } from '../support/factories.ts'
import { queried } from '../support/graphql-request.ts'
import { ownSites, page, type SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

let owner: SiteOwner
let reader: Person

ownSites(
  async (made) => {
    owner = made
    reader = await owner.t.build.buildPerson({ organizationId: owner.org, role: 'read' })
    await owner.send('PUT', `/orgs/${owner.org}/openapi/shop`, { source: { text: SPEC } })
    owner.t.app.background.recheck()
    await owner.t.app.background.idle()
  },
  { RUN_JOBS: 'true' },
)

const SPEC = `openapi: 3.0.3
info: { title: Shop, version: '1' }
paths:
  /items: { get: { summary: List all items, responses: { '200': { description: ok } } } }
`

/** A picture of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Block {
  key: string
  type: string
  lines: { first: number; last: number }
  html: string
}

const FIELDS = 'key type lines { first last } html'

/** Reads and renders texts with either API, as one caller. */
interface Reading {
  blocks(spaceId: string, pageId: string): Promise<Block[]>
  render(input: { spaceId: string; page?: string; markdown: string }): Promise<Block[]>
}

const readings: Record<string, (who: { token: string }) => Reading> = {
  rest: (who) => {
    const call = async (method: string, path: string, body?: object) => {
      const answer = await callRest(owner.t, who, method, path, body ? { body } : {})
      expect(answer.status, answer.trace).toBe(200)
      return (answer.body as { blocks: Block[] }).blocks
    }
    return {
      blocks: (spaceId, pageId) => call('GET', `/spaces/${spaceId}/content/page/${pageId}/blocks`),
      render: ({ spaceId, ...body }) => call('POST', `/spaces/${spaceId}/content/render`, body),
    }
  },
  graphql: (who) => ({
    blocks: async (spaceId, pageId) => {
      const query = `query($space: ID!, $page: ID!) { space(id: $space) { content { page(id: $page) {
        ... on DocumentPage { blocks { ${FIELDS} } } } } } }`
      const data = await queried<{ space: { content: { page: { blocks: Block[] } } } }>(owner.t, who, query, {
        space: spaceId,
        page: pageId,
      })
      return data.space.content.page.blocks
    },
    render: async (input) => {
      const query = `query($input: RenderMarkdownInput!) { renderMarkdown(input: $input) { ${FIELDS} } }`
      return (await queried<{ renderMarkdown: Block[] }>(owner.t, who, query, { input })).renderMarkdown
    },
  }),
}

const written = (title: string, markdown: string) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})

const html = (blocks: readonly Block[]) => blocks.map((block) => block.html).join('')

const TEXT = `---
icon: book
---
# Everything

Words with **marks**, a [link](https://example.com) and a note[^1].

## Part

- one
- two

{% hint style="info" %}
A hint.
{% endhint %}

{% code title="a.js" %}
\`\`\`js
let a = 1
\`\`\`
{% endcode %}

| a | b |
| - | - |
| 1 | 2 |

<script>alert(1)</script>

[^1]: The note.
`

describe.each(Object.keys(readings))('blocks (%s)', (name) => {
  const as = (who: { token: string }): Reading => (readings[name] as (typeof readings)[string])(who)

  it('have labels in the language of the space', async () => {
    const { id } = await owner.space('Guide', [])
    const labels = async (language: string | null) => {
      await owner.send('PATCH', `/spaces/${id}`, { language })
      return html(
        await as(reader).render({ spaceId: id, markdown: '{% hint style="info" %}\nText.\n{% endhint %}\n' }),
      )
    }
    for (const [language, note] of [
      [null, 'Note'],
      ['de', 'Hinweis'],
      ['pt', 'Nota'],
      ['nb-NO', 'Merk'],
      ['fr-CA', 'Remarque'],
      ['th', 'Note'],
    ] as const) {
      expect(await labels(language), `${language}`).toContain(`aria-label="${note}"`)
    }
  })

  it('have the keys and lines of the text, and together are what the site shows', async () => {
    const space = await owner.space('Guide', [written('Everything', TEXT)])
    const blocks = await as(reader).blocks(space.id, space.pages[0] ?? '')
    const { markdown } = await owner.send('GET', `/spaces/${space.id}/content/page/${space.pages[0]}`)
    const source = String(markdown)
    expect(blocks.map(({ key, type, lines }) => ({ key, type, lines }))).toEqual(
      placedBlocks(source).map(({ key, type, lines }) => ({ key, type, lines })),
    )
    expect(blocks.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'heading-1',
        'paragraph',
        'heading-2',
        'list-unordered',
        'hint',
        'code',
        'table',
      ]),
    )
    // The title is shown above the text.
    expect(blocks[0]).toMatchObject({ type: 'heading-1', html: '' })
    expect(html(blocks)).not.toContain('<script')
    const site = await owner.site([space.id])
    expect((await site.open('/everything')).body).toContain(html(blocks))
  })

  it('of a text that is not saved are those of the text after it was saved', async () => {
    const space = await owner.space('Guide', [written('Saved', TEXT)])
    const pageId = space.pages[0] ?? ''
    const saved = await as(reader).blocks(space.id, pageId)
    const { markdown } = await owner.send('GET', `/spaces/${space.id}/content/page/${pageId}`)
    expect(await as(reader).render({ spaceId: space.id, page: pageId, markdown: String(markdown) })).toEqual(
      saved,
    )
  })

  it('resolve links and files for the caller, and nothing that the caller cannot see', async () => {
    const secret = await owner.t.build.buildSpace({
      organizationId: owner.org,
      title: 'Secret plans',
      defaultLevel: null,
    })
    const open = await owner.t.build.buildSpace({ organizationId: owner.org, title: 'Open plans' })
    const space = await owner.space('Guide', [page('One'), page('Two')])
    const [one = '', two = ''] = space.pages
    const made = await owner.send('POST', `/spaces/${space.id}/content`, {
      changes: [
        {
          operation: 'insert_files',
          files: [
            { name: 'a.txt', base64: 'YQ==' },
            { name: 'dot.png', base64: DOT },
          ],
        },
      ],
    })
    const [file, image] = [...new Set(JSON.stringify(made.changes).match(/fil_[a-z0-9]+/g) ?? [])]
    const text = [
      '[by path](two.md#part)',
      `[by id](/pages/${two})`,
      `{% content-ref url="/pages/${two}" %}\nTwo\n{% endcontent-ref %}`,
      `{% file src="/files/${file}" %}\nA file\n{% endfile %}`,
      '[broken](nowhere.md)',
      `[secret](/spaces/${secret.id}) [open](/spaces/${open.id})`,
      `![A dot](/files/${image})`,
      '![Elsewhere](https://example.com/dot.png)',
    ].join('\n\n')
    const blocks = await as(reader).render({ spaceId: space.id, page: one, markdown: text })
    const { origin } = owner.t
    expect(blocks[0]?.html).toContain(`href="${origin}/app/s/${space.id}/two#part"`)
    expect(blocks[1]?.html).toContain(`href="${origin}/app/s/${space.id}/two"`)
    expect(blocks[2]?.html).toContain('Two')
    const [, address = ''] = /href="([^"]*\/files\/[^"]*)"/.exec(blocks[3]?.html ?? '') ?? []
    const download = await fetch(address.replaceAll('&amp;', '&'))
    expect([download.status, await download.text()]).toEqual([200, 'a'])
    expect(blocks[4]?.html).not.toContain('href')
    expect(blocks[5]?.html).toContain(`/app/s/${open.id}"`)
    expect(blocks[5]?.html).not.toContain(secret.id)
    // Pages load images of the content from this server, and none from others.
    expect(blocks[6]?.html).toMatch(/<img[^>]* src="[^"]*\/files\//)
    expect(blocks[7]?.html).not.toContain('<img')
    const { t } = owner
    const proposal = await t.build.buildChangeRequest({ spaceId: space.id })
    const answer = await callRest(
      t,
      reader,
      'POST',
      `/spaces/${space.id}/change-requests/${proposal.id}/content/render`,
      { body: { markdown: '[two](/two)' } },
    )
    expect(JSON.stringify(answer.body)).toContain(`/app/s/${space.id}/changes/${proposal.number}/two`)
  })

  it('evaluate variables and includes in the block that has them, and show what conditions hide', async () => {
    const space = await owner.space('Guide', [])
    const made = await owner.send('POST', `/spaces/${space.id}/content`, {
      changes: [
        { operation: 'set_variable', name: 'version', value: '4.2' },
        {
          operation: 'insert_reusable_content',
          title: 'Shared',
          ref: 'shared',
          document: { markdown: 'Shared one.\n\nShared two.' },
        },
      ],
    })
    const [shared] = JSON.stringify(made.changes).match(/rus_[a-z0-9]+/) ?? []
    const text = [
      'Before.',
      'Version <code class="expression">space.vars.version</code>.',
      `{% include "${shared}" %}`,
      '{% if visitor.claims.beta %}\nOnly beta.\n{% endif %}',
      'After.',
    ].join('\n\n')
    const blocks = await as(reader).render({ spaceId: space.id, markdown: text })
    expect(blocks.map((block) => block.html.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|'))).toEqual([
      '|Before.|',
      '|Version 4.2.|',
      '|Shared one.|Shared two.|',
      '|Only beta.|',
      '|After.|',
    ])
    expect(blocks.map(({ lines }) => [lines.first, lines.last])).toEqual([
      [1, 1],
      [3, 3],
      [5, 5],
      [7, 9],
      [11, 11],
    ])
  })

  it('show operations of specs to callers who can read the spec', async () => {
    const space = await owner.space('API', [page('Start')])
    const markdown =
      '{% openapi-operation spec="shop" path="/items" method="get" %}\n{% endopenapi-operation %}'
    const blocks = await as(reader).render({ spaceId: space.id, markdown })
    expect(blocks).toHaveLength(1)
    expect(html(blocks)).toContain('List all items')
    const guest = await owner.t.build.buildPerson({ organizationId: owner.org, role: null })
    await owner.send('POST', `/spaces/${space.id}/permissions`, { users: [guest.user.id], role: 'edit' })
    expect(html(await as(guest).render({ spaceId: space.id, markdown }))).not.toContain('List all items')
  })

  it('show operations of a document in a file of the space, as its site does', async () => {
    const space = await owner.space('Files', [page('Start')])
    const insert = (name: string, text: string) => ({
      operation: 'insert_files',
      files: [{ name, base64: Buffer.from(text).toString('base64') }],
    })
    const { changes } = await owner.send('POST', `/spaces/${space.id}/content`, {
      changes: [insert('shop.yaml', SPEC), insert('text.txt', 'words')],
    })
    const [shop, text] = JSON.stringify(changes).match(/fil_[a-z0-9]+/g) ?? []
    const block = (file: string | undefined) =>
      `{% openapi src="/files/${file}" path="/items" method="get" %}\nAPI\n{% endopenapi %}`
    const shown = async (markdown: string) => html(await as(reader).render({ spaceId: space.id, markdown }))
    await owner.edit(space.id, [page('Orders', block(shop))])
    const { body } = await (await owner.site([space.id])).open('/orders')
    const own = await shown(block(shop))
    expect(own).toContain('List all items')
    const operation = /<section class="api[\s\S]*?<\/section>/.exec(own)?.[0] ?? own
    expect(body).toContain(operation)
    for (const other of [text, 'fil_0']) expect(await shown(block(other))).not.toContain('List all items')
  })

  it('of a long text are rendered in a thread, and of one beyond the limit of a page refused', async () => {
    const space = await owner.space('Long', [page('Start')])
    const markdown = Array.from({ length: 2_000 }, (_, n) => `Paragraph ${n}.`).join('\n\n')
    const blocks = await as(reader).render({ spaceId: space.id, markdown })
    expect(blocks).toHaveLength(2_000)
    expect(blocks[1_999]).toMatchObject({ lines: { first: 3_999 }, html: '<p>Paragraph 1999.</p>' })
    await expect(as(reader).render({ spaceId: space.id, markdown: 'a'.repeat(1_000_001) })).rejects.toThrow()
  })
})

it('blocks of many pages take as many statements as those of one', async () => {
  const text = (n: number) => `Number ${n}: [start](start.md), [next](page-${n + 1}.md).`
  const space = await owner.space('Many', [page('Start', text(0))])
  const statements = async () => {
    const query = `query($space: ID!) { space(id: $space) { content { allPages(first: 50) { nodes {
      ... on DocumentPage { title blocks { ${FIELDS} } } } } } } }`
    const read = () =>
      queried<{ space: { content: { allPages: { nodes: { title: string; blocks: Block[] }[] } } } }>(
        owner.t,
        reader,
        query,
        { space: space.id },
      )
    const { space: found } = await read()
    await owner.t.app.background.idle()
    return { count: (await statementsOf(owner.t, read)).length, pages: found.content.allPages.nodes }
  }
  await owner.edit(space.id, [page('Page 1', text(1))])
  const few = await statements()
  await owner.edit(
    space.id,
    Array.from({ length: 20 }, (_, n) => page(`Page ${n + 2}`, text(n + 2))),
  )
  const many = await statements()
  expect(many.pages).toHaveLength(22)
  expect(html(many.pages[10]?.blocks ?? [])).toContain('/start"')
  expect(many.count).toBe(few.count)
})

it('blocks are priced by the length of the text, and the price is known before it is rendered', async () => {
  const space = await owner.space('Priced', [page('Start')])
  const cost = async (markdown: string) => {
    const response = await fetch(`${owner.t.origin}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'query($input: RenderMarkdownInput!) { renderMarkdown(input: $input) { html } }',
        variables: { input: { spaceId: space.id, markdown } },
      }),
    })
    const { extensions } = (await response.json()) as { extensions: { cost: number } }
    return extensions.cost
  }
  const [short, long] = [await cost('a'), await cost('a'.repeat(400_000))]
  expect(long - short).toBeGreaterThan(90)
})
