import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { clientDocument } from '../../src/modules/documents/clients/client-document.ts'
import { KnownRefs } from '../../src/modules/documents/clients/client-refs.ts'
import { wantedUrls } from '../../src/modules/documents/clients/wanted-urls.ts'
import { documentFromMarkdown } from '../../src/modules/documents/index.ts'
import { ClientSchemas } from '../support/contract/client-schemas.ts'

const specification = createRequire(import.meta.url).resolve('@gitbook/api-0.202/spec/openapi.json')
const { components } = JSON.parse(readFileSync(specification, 'utf8'))
const schemas = new ClientSchemas(components.schemas)

interface Node {
  object: string
  type: string
  nodes?: Node[]
  fragments?: { type?: string; nodes: Node[] }[]
}

/** The names of the schemas of nodes in the document of the newest client. */
const named: Record<string, string> = {
  blockquote: 'DocumentBlockQuote',
  swagger: 'DocumentBlockOpenAPI',
  'openapi-operation': 'DocumentBlockOpenAPIOperation',
  'openapi-schemas': 'DocumentBlockOpenAPISchemas',
  'openapi-webhook': 'DocumentBlockOpenAPIWebhook',
  'inline-math': 'DocumentInlineMath',
  'inline-image': 'DocumentInlineImage',
}
const schemaOf = ({ object, type }: Node): string => {
  if (object === 'text') return 'DocumentText'
  if (type.startsWith('heading-')) return 'DocumentBlockHeading'
  const words = type.split('-').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  return named[type] ?? `Document${object === 'inline' ? 'Inline' : 'Block'}${words.join('')}`
}

/** Blocks whose children are part of what their schema requires. */
const whole = new Set(['prompt', 'link', 'annotation', 'expandable', 'image'])

/** Without its children: which blocks can be inside of which is a rule of an editor, and Markdown has others. */
const alone = (node: Node): Node =>
  whole.has(node.type) ? node : { ...node, ...(node.nodes ? { nodes: [] } : {}) }

function* nodesIn(nodes: readonly Node[]): Generator<Node> {
  for (const node of nodes) {
    yield node
    yield* nodesIn(node.nodes ?? [])
    for (const fragment of node.fragments ?? []) yield* nodesIn(fragment.nodes)
  }
}

const folder = new URL('../publishing/rendering/', import.meta.url)
const corpus = readdirSync(new URL('corpus/', folder)).map((name) => `corpus/${name}`)
const pages = ['every-block.md', ...corpus].map((name) => ({
  name,
  markdown: readFileSync(new URL(name, folder), 'utf8'),
}))

/** What the pages above do not contain. */
const more = `# Title

![A picture](.gitbook/assets/a.png) and [a file](.gitbook/assets/b.pdf).

<figure><img src=".gitbook/assets/a.png" alt="Wide" width="50%"><figcaption><p>Caption</p></figcaption></figure>

<div align="left"><figure><img src="/files/fil_00000000000000000000000001" alt="" width="375"></figure></div>

{% file src=".gitbook/assets/b.pdf" %}
A file
{% endfile %}

{% content-ref url="guide/second.md" %}
[second.md](guide/second.md)
{% endcontent-ref %}

{% embed url="https://example.com/video" %}

{% include ".gitbook/includes/shared.md" %}

{% columns %}
{% column width="33.3%" %}
Left
{% endcolumn %}
{% column width="200px" valign="middle" %}
Right
{% endcolumn %}
{% endcolumns %}

{% updates format="short" %}
{% update date="2026-05-01" tags="new, fixed" %}
## News
{% endupdate %}
{% endupdates %}

{% prompt description="Ask this" icon="sparkles" %}
Write a test, and *see it fail*.
{% endprompt %}

{% if visitor.claims.beta %}
For testers.
{% endif %}

{% openapi-operation spec="pets" path="/pets" method="get" %}
[pets](pets.md)
{% endopenapi-operation %}

{% openapi-schemas spec="pets" schemas="Pet,Owner" grouped="true" %}
{% endopenapi-schemas %}

{% openapi-webhook spec="pets" name="created" method="post" %}
{% endopenapi-webhook %}

{% swagger src=".gitbook/assets/b.pdf" path="/pets" method="get" %}
Pets
{% endswagger %}

<details open><summary>More</summary>

Inside.

</details>

[@Ada](/users/usr_00000000000000000000000001 "mention") <mark style="color:orange;">warm</mark> $$a+b$$

<table><thead><tr><th>Name</th><th data-type="select">State</th><th data-type="rating">Stars</th><th data-type="files">Files</th><th data-type="users">People</th><th data-type="checkbox">Done</th><th data-type="number">Count</th><th data-type="content-ref">Page</th></tr></thead><tbody><tr><td>One</td><td><span class="option">open</span></td><td>7</td><td><a href=".gitbook/assets/b.pdf">b</a></td><td></td><td>true</td><td>3</td><td><a href="guide/second.md">second</a></td></tr></tbody></table>
`

const targets = {
  'guide/second.md': { kind: 'page', page: 'pag_2' },
  'other.md': { kind: 'anchor', page: 'pag_3', anchor: 'part' },
  '.gitbook/assets/a.png': { kind: 'file', file: 'fil_1' },
  '.gitbook/assets/b.pdf': { kind: 'file', file: 'fil_2' },
  '.gitbook/includes/shared.md': { kind: 'reusable-content', reusableContent: 'rus_1' },
} as const

const written = (markdown: string) =>
  clientDocument(documentFromMarkdown(markdown), new KnownRefs(targets)) as { nodes: Node[] }

describe('a document for clients of the public API', () => {
  it.each([...pages, { name: 'all other blocks', markdown: more }])(
    'has nodes that the newest client accepts: $name',
    ({ markdown }) => {
      const problems = [...nodesIn(written(markdown).nodes)].flatMap((node) => {
        const schema = { $ref: `#/components/schemas/${schemaOf(node)}` }
        // The document of the client excludes a label beside the target of a button, which it requires.
        if (node.type === 'button') return []
        return schemas.differencesOf(schema, alone(node)).map((problem) => `${node.type}: ${problem}`)
      })
      expect([...new Set(problems)]).toEqual([])
    },
  )

  it('refers to pages, files and reusable contents by their IDs', () => {
    const nodes = [...nodesIn(written(more).nodes)] as (Node & { data: { ref?: unknown } })[]
    const refOf = (type: string) => nodes.find((node) => node.type === type)?.data.ref
    expect(refOf('content-ref')).toEqual(targets['guide/second.md'])
    expect(refOf('file')).toEqual(targets['.gitbook/assets/b.pdf'])
    expect(refOf('inline-image')).toEqual(targets['.gitbook/assets/a.png'])
    expect(refOf('image')).toEqual(targets['.gitbook/assets/a.png'])
    expect(refOf('reusable-content')).toEqual(targets['.gitbook/includes/shared.md'])
    expect(refOf('mention')).toEqual({ kind: 'user', user: 'usr_00000000000000000000000001' })
    expect(JSON.stringify(nodes)).not.toMatch(/"url":"(guide|\.gitbook)/)
  })

  it('has lengths, colours, fragments and tables in the form of these clients', () => {
    const nodes = [...nodesIn(written(more).nodes)] as (Node & { data: Record<string, unknown> })[]
    const all = (type: string) => nodes.filter((node) => node.type === type).map(({ data }) => data)
    expect(all('image').map(({ width }) => width)).toEqual([{ value: 50, unit: '%' }, 375])
    expect(all('column').map(({ width }) => width)).toEqual([{ value: 33.3, unit: '%' }, 200])
    expect(all('expandable')).toEqual([{ defaultExpanded: true }])
    expect(all('updates')).toEqual([{ format: 'short' }])
    expect(all('update')).toEqual([
      { date: '2026-05-01T00:00:00.000Z', tags: ['new', 'fixed'].map((tag) => ({ kind: 'tag', tag })) },
    ])
    expect(JSON.stringify(nodes)).toContain('"data":{"text":"orange","background":"default"}')
    const fragments = nodes.flatMap((node) => node.fragments ?? [])
    expect(new Set(fragments.map(({ type }) => type))).toEqual(
      new Set(['caption', 'expandable-title', 'expandable-body', 'cell']),
    )
    const [table] = all('table') as { definition: Record<string, object>; records: Record<string, object> }[]
    expect(Object.values(table?.definition ?? {})).toMatchObject([
      { type: 'text', textAlignment: 'left' },
      { type: 'select', multiple: true, options: [{ value: 'open', label: 'open', color: 'default' }] },
      { type: 'rating', max: 7 },
      { type: 'files' },
      { type: 'users', multiple: true },
      { type: 'checkbox' },
      { type: 'number' },
      { type: 'content-ref' },
    ])
    const [record] = Object.values(table?.records ?? {}) as { values: Record<string, unknown> }[]
    expect(Object.values(record?.values ?? {}).slice(1)).toEqual([
      ['open'],
      7,
      ['fil_2'],
      [],
      true,
      3,
      targets['guide/second.md'],
    ])
  })

  it('says which URLs have to be resolved', () => {
    expect(wantedUrls(documentFromMarkdown(more)).sort()).toEqual(
      ['guide/second.md', 'pets.md', ...Object.keys(targets).filter((url) => url.startsWith('.'))].sort(),
    )
  })
})
