import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../platform/project-root.ts'

interface GuidePage {
  slug: string
  title: string
  emoji: string
  description: string
  markdown: string
}

/** The pictures of the guide: those of the documentation, which the suite takes of the console. */
const PICTURES = { review: 'change-request-1280-light.png', page: 'page-1280-dark.png' } as const
export type PictureName = keyof typeof PICTURES

export const guidePictures = (): { name: PictureName; file: string; bytes: Buffer }[] =>
  (Object.keys(PICTURES) as PictureName[]).map((name) => ({
    name,
    file: PICTURES[name],
    bytes: readFileSync(join(projectRoot, 'docs/images/console', PICTURES[name])),
  }))

/** The pages of the first space: a short guide to Quire itself. `images` are the addresses of the pictures. */
export const guidePages = (images: Record<PictureName, string>): GuidePage[] => [
  {
    slug: 'welcome',
    title: 'Welcome to Quire',
    emoji: '👋',
    description: 'Write documentation together, review it, and publish it as a site.',
    markdown: `This is a guide to Quire, and an example of what it makes: you read it as a published site, or in the console, where you can change it.

<figure><img src="${images.review}" alt="A change request in the console, with its difference and its reviewers"><figcaption>A change request: what changes, who reviews it, and whether it can be merged.</figcaption></figure>

## How it works

{% stepper %}
{% step %}
### Write
Pages are Markdown, with blocks for hints, tabs, cards, API references and more. See [Write a page](write-a-page.md).
{% endstep %}

{% step %}
### Review
A [change request](change-requests.md) shows what you propose. Others comment on it, line by line, and approve it.
{% endstep %}

{% step %}
### Publish
Merging updates the [site](publish-a-site.md) at once. Readers search it, and get it in their language and theme.
{% endstep %}
{% endstepper %}

{% hint style="info" %}
There is an open change request in this space. Open it in the console, read its difference, answer its comments, and merge it: this page of the site changes.
{% endhint %}

## Where to go

* [Write a page](write-a-page.md): pages, links and blocks
* [Change requests](change-requests.md): propose, review and merge
* [Publish a site](publish-a-site.md): addresses, readers and search
* [Live views](live-views.md): what the APIs can do
* [Where to go next](next-steps.md): people, Git, backups
`,
  },
  {
    slug: 'write-a-page',
    title: 'Write a page',
    emoji: '✏️',
    description: 'Pages are Markdown files in a tree.',
    markdown: `A space is a tree of pages. What you write is kept as you wrote it, byte for byte, so a space can also live in a Git repository.

<figure><img src="${images.page}" alt="A page in the console, in the dark theme"><figcaption>A page in the console: the tree at the left, the outline at the right.</figcaption></figure>

## Links

A link to a page of the same space is written with its path, such as \`[Welcome](welcome.md)\`. It follows the page when that is moved, and is reported as broken when the page is deleted. Go back to [Welcome](welcome.md).

## Blocks

{% tabs %}
{% tab title="Hint" %}
{% hint style="warning" %}
A hint draws attention. There are the styles info, success, warning and danger.
{% endhint %}
{% endtab %}

{% tab title="Table" %}
| Block | Written as |
| --- | --- |
| Table | lines with \`\\|\` |
| Task | \`- [ ] text\` |
| Code | three backticks and a language |
{% endtab %}

{% tab title="Tasks" %}
- [x] Read this page
- [ ] Change it
{% endtab %}
{% endtabs %}

<details>

<summary>More blocks</summary>

Columns, cards, steps, expandables such as this one, files, images with captions, formulas, API references, and content that several pages share.

</details>

## With the API

A batch of changes is applied as a whole or not at all.

\`\`\`bash
curl -s $QUIRE/v1/spaces/$SPACE/content -H "Authorization: Bearer $QUIRE_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"changes":[{"operation":"insert_page","title":"Hello","document":{"markdown":"# Hello"}}]}'
\`\`\`
`,
  },
  {
    slug: 'change-requests',
    title: 'Change requests',
    emoji: '🔀',
    description: 'Propose, discuss, review and merge.',
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

A space can have rules for merging, such as an approval or resolved comments. See [live views](live-views.md) for seeing comments arrive.
`,
  },
  {
    slug: 'publish-a-site',
    title: 'Publish a site',
    emoji: '🌍',
    description: 'Show spaces to readers, at an address of your own.',
    markdown: `A site shows one or several spaces. This guide is one: its title is *Guide to Quire*.

* **Addresses**: a path on this server, or a hostname of your own. Pages that move redirect from their old address.
* **Readers**: everyone, people with a link, people who have signed in, or visitors whom your own product identifies.
* **Search** finds words in titles, headings and texts, also with typing errors. Press \`/\` or \`Ctrl K\` and try \`subscripton\`.
* **Files**: each page as Markdown at its address with \`.md\`, the whole site in \`llms.txt\`, and a PDF of a page or of a space.
`,
  },
  {
    slug: 'live-views',
    title: 'Live views',
    emoji: '📡',
    description: 'Every change is an event, for your own programs as well.',
    markdown: `Every change is an event. A subscription receives events over WebSocket or server-sent events, and resumes after a lost connection with the last \`cursor\`. The console uses nothing else.

\`\`\`bash
curl -sN $QUIRE/graphql -H "Authorization: Bearer $QUIRE_TOKEN" \\
  -H 'Accept: text/event-stream' -H 'Content-Type: application/json' \\
  -d '{"query":"subscription { commentActivity(spaceId: \\"'$SPACE'\\") { cursor type comment { body { markdown } } } }"}'
\`\`\`

Webhooks deliver the same events to other servers. They are signed and retried.
`,
  },
  {
    slug: 'next-steps',
    title: 'Where to go next',
    emoji: '🧭',
    description: 'People, repositories, backups, and the references of the APIs.',
    markdown: `- Invite people in the console, or create users and tokens: \`npx quire user create --name "Olga"\` and \`npx quire token --user …\`.
- Import a repository, or connect one: [change requests](change-requests.md) are exported to it when they are merged.
- Open \`/docs\` on this server for the reference of the REST API, and \`/graphql\` for the explorer of the GraphQL API.
- Fill an organization with example data: \`npx quire demo --pages 500\`.
- Take a backup: \`npx quire backup backup.quire\`.

{% hint style="success" %}
When you no longer need this space and its site, delete them. A space can be restored for 7 days.
{% endhint %}
`,
  },
]

/** The change that the open change request of the guide proposes. */
export const proposedText = `A change request is a proposal to change a space. It starts as a copy of the content, without copying anything, and several people can edit it together.

1. Create it, and edit pages in it.
2. Update it when the content of the space has changed meanwhile.
3. Others comment on pages or blocks, and review it.
4. Merge it. If both sides have changed the same lines, the conflict is shown and nothing is lost.

{% hint style="warning" %}
A merged change request is final. To undo it, restore an earlier revision as a new change request.
{% endhint %}

A space can have rules for merging, such as an approval or resolved comments. See [live views](live-views.md) for seeing comments arrive.
`

export const proposedComments = [
  'Should we also mention how to update a change request? I have added it as a step.',
  'The hint is new. Is it clear that a merged change request is final?',
]
