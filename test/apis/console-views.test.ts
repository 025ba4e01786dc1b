import { afterAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { mentionOf, tellAll } from '../notifications/tell-all.ts'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { follow, type LiveClient, open, post, WAIT } from '../support/live.ts'
import { fillSpace } from '../support/main-content.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'
import { type ScreenDocument, screenDocuments } from '../support/screen-documents.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
const organizationId = cast.organization.id
const { prisma } = t.db.database
const clients: LiveClient[] = []
afterAll(() => Promise.all(clients.map((client) => client.close())))

async function send(method: string, path: string, body?: object) {
  const answer = await callRest(t, cast.admin, method, path, body === undefined ? {} : { body })
  if (answer.status >= 300) throw new Error(answer.trace)
  return answer.body as { id: string }
}

const editOf = (page: string, markdown: string) => ({
  changes: [{ operation: 'update_page', page, document: { markdown } }],
})

/** A space with history, a connection to Git, a change request with a conflict, a thread and a review; and a site. */
async function world() {
  const { id: space } = await t.build.buildSpace({ organizationId })
  const { pageId: page, fileId, revisionId: rev } = await fillSpace(t, space, () => 'Words')
  const { id: changeRequest } = await send('POST', `/spaces/${space}/change-requests`, { subject: 'Better' })
  const path = `/spaces/${space}/change-requests/${changeRequest}`
  await send('POST', `${path}/content`, editOf(page, 'Mine\n'))
  await send('POST', `/spaces/${space}/content`, editOf(page, 'Theirs\n'))
  await send('POST', `${path}/update`)
  const conflict = await prisma.conflict.findFirstOrThrow({ where: { changeRequestId: changeRequest } })
  const comment = await t.build.buildComment({ changeRequestId: changeRequest })
  await t.build.buildReply({ commentId: comment.id })
  await t.build.buildReview({ changeRequestId: changeRequest, reviewerId: cast.admin.user.id })
  const data = { id: newId('Site'), organizationId, title: 'Docs' }
  const { id: site } = await prisma.site.create({ data })
  const connection = { spaceId: space, url: 'https://example.com/a.git', ref: 'refs/heads/main' }
  const [connect] = screenDocuments('spaces').filter(({ name }) => name === 'ConnectGit')
  await queried(t, cast.admin, connect?.text ?? '', { i: connection })
  await post(t, cast.comment.token, { spaceId: space, text: `${mentionOf(cast.admin)}, why?` })
  await tellAll(t)
  return { space, rev, page, changeRequest, site, file: fileId, conflict: conflict.id }
}

const at = await world()

/** The variables of all documents. Each gets those that it declares. */
const given: Record<string, unknown> = {
  ...at,
  id: at.changeRequest,
  path: 'page',
  viewed: true,
  name: 'a.txt',
  title: 'Docs',
  client: 'tab',
  status: ['UNREAD'],
  kinds: ['MENTION'],
  input: { spaceId: at.space, page: at.page, markdown: 'Not *saved*.\n' },
  i: { changeRequestId: at.changeRequest, conflictId: at.conflict, resolution: 'PRIMARY' },
}

const variablesOf = ({ variables }: ScreenDocument) =>
  Object.fromEntries(variables.flatMap((name) => (name in given ? [[name, given[name]]] : [])))

const connection = {
  url: 'https://example.com/a.git',
  ref: 'refs/heads/main',
  repoProjectDirectory: '',
  exportOnMerge: expect.any(Boolean),
  nextCheckAt: expect.any(String),
  version: 1,
  connectedBy: { displayName: cast.admin.user.displayName },
}

/** What the answers have at least, where the world has something to show. */
const shown: Record<string, object> = {
  SpaceHistory: { space: { revisions: { nodes: [{ type: 'EDITS' }, { type: 'EDITS' }, {}] } } },
  SpaceEvents: { space: { events: { nodes: [{ type: 'SPACE_CONTENT_UPDATED' }] } } },
  GitScreen: { space: { gitConnection: connection } },
  RenderDraft: { renderMarkdown: [{ html: expect.stringContaining('<em>saved</em>') }] },
  RestorePage: { restorePage: { changeRequest: { status: 'DRAFT' } } },
  Resolve: { resolveConflict: { conflict: { id: at.conflict, resolution: 'PRIMARY' } } },
  Inbox: {
    viewer: {
      inbox: { unreadCount: 1 },
      notifications: {
        totalCount: 1,
        nodes: [{ kind: 'MENTION', status: 'UNREAD', space: { id: at.space } }],
      },
    },
  },
}

const documents = ['views', 'review', 'inbox'].flatMap((file) =>
  screenDocuments(file).map((each) => ({ ...each, file })),
)
const ofKind = (kind: string) => documents.filter((each) => each.kind === kind)
const named = (name: string) => documents.find((each) => each.name === name) as ScreenDocument

// All queries come before the mutations, which change what they show.
describe('the documents with which the console shows history, changes, threads, drafts, Git and the inbox', () => {
  const answered = [...ofKind('query'), ...ofKind('mutation')].filter(
    ({ name }) => name !== 'MarkNotification',
  )

  it.each(answered)('$name of $file.graphql is answered', async (document) => {
    const data = await queried<Record<string, unknown>>(t, cast.admin, document.text, variablesOf(document))
    expect(Object.values(data)).not.toContain(null)
    expect(data).toMatchObject(shown[document.name] ?? {})
  })

  it('InboxLive resumes after a cursor, and reports what MarkNotification changes', async () => {
    const inbox = named('Inbox')
    interface Read {
      viewer: { inbox: { cursor: string }; notifications: { nodes: { id: string }[] } }
    }
    const { viewer } = await queried<Read>(t, cast.admin, inbox.text, variablesOf(inbox))
    const id = viewer.notifications.nodes[0]?.id
    const marked = await queried(t, cast.admin, named('MarkNotification').text, { id, status: 'READ' })
    expect(marked).toMatchObject({ updateNotification: { notification: { id, status: 'READ' } } })
    const query = named('InboxLive').text
    const client = open('WebSocket', t, cast.admin.token, {
      query,
      variables: { after: viewer.inbox.cursor },
    })
    clients.push(client)
    expect(await client.results.next()).toMatchObject({
      data: {
        notificationActivity: { unreadCount: 0, changedCount: 1, notification: { id, status: 'READ' } },
      },
    })
  })

  it('Present reports who is announced', async () => {
    const variables = { space: at.space }
    const client = await follow('WebSocket', t, cast.admin.token, { query: named('Present').text, variables })
    clients.push(client)
    const announce = named('Announce')
    await queried(t, cast.edit, announce.text, variablesOf(announce))
    interface State {
      data: { presenceActivity: { people: { user: { id: string } }[] } }
    }
    await vi.waitFor(() => {
      const states = client.results.all as unknown as State[]
      const { people = [] } = states.at(-1)?.data.presenceActivity ?? {}
      expect(people.find(({ user }) => user.id === cast.edit.user.id)).toMatchObject({
        pageId: at.page,
        page: { path: 'page' },
        mode: 'EDITING',
      })
    }, WAIT)
  })
})
