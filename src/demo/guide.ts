import { pictureOf } from './picture.ts'

interface GuidePage {
  slug: string
  title: string
  emoji: string
  markdown: string
}

const BOX = { y: 40, width: 120, height: 80 }

/** Three stations of a change, as boxes with lines between them. */
export const workflowPicture = (): Buffer =>
  pictureOf(520, 160, [
    { x: 150, y: 76, width: 230, height: 8, color: [148, 163, 184] },
    { ...BOX, x: 40, color: [37, 99, 235] },
    { ...BOX, x: 200, color: [217, 119, 6] },
    { ...BOX, x: 360, color: [22, 163, 74] },
  ])

/** The pages of the first space: a short guide to Quire itself. `image` is the address of the picture. */
export const guidePages = (image: string): GuidePage[] => [
  {
    slug: 'welcome',
    title: 'Welcome to Quire',
    emoji: '👋',
    markdown: `Quire stores, reviews and publishes documentation. This space is a short guide that you can edit and delete.

![A change is edited, reviewed and merged](${image})

* [Write a page](write-a-page.md): pages, links, hints and code
* [Change requests](change-requests.md): propose, review and merge changes
* [Live views](live-views.md): see changes as they happen
* [Search and PDF](search-and-pdf.md): find pages, and read them elsewhere
* [Where to go next](next-steps.md)

{% hint style="info" %}
There is an open change request in this space. Read its diff, answer its comments and merge it.
{% endhint %}
`,
  },
  {
    slug: 'write-a-page',
    title: 'Write a page',
    emoji: '✏️',
    markdown: `Pages are written in Markdown and form a tree. A batch of changes is applied as a whole or not at all.

## Add a page

\`\`\`bash
curl -s $QUIRE/v1/spaces/$SPACE/content -H "Authorization: Bearer $QUIRE_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"changes":[{"operation":"insert_page","title":"Hello","document":{"markdown":"# Hello"}}]}'
\`\`\`

## Links

A link to a page of the same space is written with its path, such as \`[Welcome](welcome.md)\`. It follows the page when that is moved, and is reported as broken when the page is deleted. Go back to [Welcome](welcome.md).

## Blocks

{% hint style="warning" %}
A hint draws attention. There are the styles info, success, warning and danger.
{% endhint %}

| Block | Written as |
| --- | --- |
| Table | lines with \`|\` |
| Task | \`- [ ] text\` |
| Code | three backticks and a language |

- [x] Read this page
- [ ] Change it
`,
  },
  {
    slug: 'change-requests',
    title: 'Change requests',
    emoji: '🔀',
    markdown: `A change request is a proposal to change a space. It starts as a copy of the content, without copying anything.

1. Create it, and edit pages in it.
2. Others comment on pages or blocks, and review it.
3. Merge it. If both sides have changed the same lines, the conflict is shown and nothing is lost.

\`\`\`graphql
mutation {
  createChangeRequest(input: { spaceId: "spc_…", subject: "Fix a typo" }) {
    changeRequest { id number }
  }
}
\`\`\`

See the roles that are needed for each step in the list of permissions, and [live views](live-views.md) for seeing comments arrive.
`,
  },
  {
    slug: 'live-views',
    title: 'Live views',
    emoji: '📡',
    markdown: `Every change is an event. A subscription receives events over WebSocket or server-sent events, and resumes after a lost connection with the last \`cursor\`.

\`\`\`bash
curl -sN $QUIRE/graphql -H "Authorization: Bearer $QUIRE_TOKEN" \\
  -H 'Accept: text/event-stream' -H 'Content-Type: application/json' \\
  -d '{"query":"subscription { commentActivity(spaceId: \\"'$SPACE'\\") { cursor type comment { body { markdown } } } }"}'
\`\`\`

Webhooks deliver the same events to other servers. They are signed and retried.
`,
  },
  {
    slug: 'search-and-pdf',
    title: 'Search and PDF',
    emoji: '🔎',
    markdown: `**Search** finds words in titles, headings and texts of pages, also with typing errors: try \`GET /v1/spaces/$SPACE/search?query=subscripton\`.

**PDF.** \`GET /v1/spaces/$SPACE/pdf\` returns a URL of the whole space as one document, and \`?page=…&only=true\` of one page.

**Git.** A space can be imported from and exported to a repository; [change requests](change-requests.md) are exported when they are merged.
`,
  },
  {
    slug: 'next-steps',
    title: 'Where to go next',
    emoji: '🧭',
    markdown: `- Open \`/docs\` on this server for the reference of the REST API, and \`/graphql\` for the explorer of the GraphQL API.
- Create users and tokens: \`npx quire user create --name "Olga"\` and \`npx quire token --user …\`.
- Fill an organization with example data: \`npx quire demo --pages 500\`.
- Take a backup: \`npx quire backup backup.quire\`.

{% hint style="success" %}
When you no longer need this space, delete it. It can be restored for 7 days.
{% endhint %}
`,
  },
]

/** The change that the open change request of the guide proposes. */
export const proposedText = `A change request is a proposal to change a space. It starts as a copy of the content, without copying anything, and several people can edit it together.

1. Create it, and edit pages in it.
2. Others comment on pages or blocks, and review it.
3. Update it when the space has changed meanwhile.
4. Merge it. If both sides have changed the same lines, the conflict is shown and nothing is lost.

{% hint style="info" %}
A change request can be merged only once. Propose the next change in a new one.
{% endhint %}

See [live views](live-views.md) for seeing comments arrive.
`

export const proposedComments = [
  'Should we also mention how to update a change request? I have added it as a step.',
  'The hint is new. Is it clear that a merged change request is final?',
]
