import { type Connection, connectionOf, listedGraphQL, listedRest, plain, restAsker } from './api-requests.ts'
import type { Attempt, PageOf } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

export interface NotificationView {
  id: string
  kind: string
  status: string
  title: string
  excerpt?: string
  thread: string
  subject: string
  actor?: string
  space?: string
  organization?: string
  changeRequest?: string
  app: string
  /** What a line of an inbox shows besides. */
  names: { actor?: string; space?: string; changeRequest?: number; page?: { title: string; path: string } }
}

export interface InboxView {
  unreadCount: number
  cursor: string
}

export interface Marking {
  status: string
  notificationIds?: string[]
  space?: string
  upTo?: string
}

export interface NotificationsApi {
  list(
    query?: { status?: string[]; kinds?: string[]; space?: string } & PageOf,
  ): Attempt<Listed<NotificationView>>
  get(id: string): Attempt<NotificationView>
  inbox(): Attempt<InboxView>
  update(id: string, status: string): Attempt<NotificationView>
  mark(input: Marking): Attempt<{ changedCount: number; inbox: InboxView; notifications: NotificationView[] }>
  mutes(): Attempt<Listed<string>>
  mute(targetId: string): Attempt<string>
  unmute(targetId: string): Attempt<void>
}

type Who = { token: string } | null

type RestNotification = Omit<NotificationView, 'actor' | 'app' | 'names'> & {
  actor?: { id: string; displayName: string }
  spaceTitle?: string
  changeRequestNumber?: number
  page?: { id: string; title: string; path: string }
  urls: { app: string }
}

function restView({ actor, urls, page, ...row }: RestNotification): NotificationView {
  const { pathname, search, hash } = new URL(urls.app)
  return plain({
    id: row.id,
    kind: row.kind,
    status: row.status,
    title: row.title,
    excerpt: row.excerpt,
    thread: row.thread,
    subject: row.subject,
    actor: actor?.id,
    space: row.space,
    organization: row.organization,
    changeRequest: row.changeRequest,
    app: `${pathname}${search}${hash}`,
    names: plain({
      actor: actor?.displayName,
      space: row.spaceTitle,
      changeRequest: row.changeRequestNumber ?? undefined,
      page: page ? { title: page.title, path: page.path } : undefined,
    }),
  })
}

const inboxView = ({ unreadCount, cursor }: InboxView): InboxView => ({ unreadCount, cursor })

interface RestMarked {
  changedCount: number
  inbox: InboxView
  notifications: RestNotification[]
}

function restNotifications(t: TestApp, who: Who): NotificationsApi {
  const ask = restAsker(t, who)
  const all = '/user/notifications'
  return {
    list: ({ limit, cursor, ...query } = {}) =>
      ask('GET', all, listedRest(restView), { query: { limit, page: cursor, ...query } }),
    get: (id) => ask('GET', `${all}/${id}`, restView),
    inbox: () => ask('GET', '/user/inbox', inboxView),
    update: (id, status) => ask('PATCH', `${all}/${id}`, restView, { body: { status } }),
    mark: (body) =>
      ask(
        'PATCH',
        all,
        ({ changedCount, inbox, notifications }: RestMarked) => ({
          changedCount,
          inbox: inboxView(inbox),
          notifications: notifications.map(restView),
        }),
        { body },
      ),
    mutes: () =>
      ask(
        'GET',
        '/user/notification-mutes',
        listedRest(({ target }: { target: string }) => target),
      ),
    mute: (targetId) =>
      ask('PUT', `/user/notification-mutes/${targetId}`, ({ target }: { target: string }) => target),
    unmute: (targetId) => ask('DELETE', `/user/notification-mutes/${targetId}`, () => {}),
  }
}

const NOTIFICATION = `id kind status title excerpt thread: threadId subject: subjectId actor { id displayName }
  space { id title } organization { id } changeRequest { id } changeRequestNumber page { id: pageId title path } urls { app }`
const INBOX = 'unreadCount cursor'

type Node = Omit<RestNotification, 'space' | 'organization' | 'changeRequest'> &
  Record<'organization' | 'changeRequest', { id: string } | null> & {
    space: { id: string; title: string } | null
  }

const nodeView = ({ space, organization, changeRequest, kind, status, ...row }: Node): NotificationView =>
  restView({
    ...row,
    kind: kind.toLowerCase(),
    status: status.toLowerCase(),
    ...(space ? { space: space.id, spaceTitle: space.title } : {}),
    ...(organization ? { organization: organization.id } : {}),
    ...(changeRequest ? { changeRequest: changeRequest.id } : {}),
  })

const upper = (values?: string[]) => values?.map((value) => value.toUpperCase())

function graphqlNotifications(t: TestApp, who: Who): NotificationsApi {
  const { ask, mutate } = graphqlAsker(t, who)
  return {
    list: ({ limit: first, cursor: after, status, kinds, space } = {}) =>
      ask(
        `query($first: Int, $after: String, $status: [NotificationStatusFilter!], $kinds: [NotificationKind!], $space: ID) {
          viewer { ${connectionOf('notifications(first: $first, after: $after, status: $status, kinds: $kinds, space: $space)', NOTIFICATION)} } }`,
        { first, after, status: upper(status), kinds: upper(kinds), space },
        ({ viewer }: { viewer: { notifications: Connection<Node> } | null }) =>
          listedGraphQL(viewer?.notifications, nodeView),
      ),
    get: (id) =>
      ask(
        `query($id: ID!) { notification(id: $id) { ${NOTIFICATION} } }`,
        { id },
        ({ notification }: { notification: Node | null }) => notification && nodeView(notification),
      ),
    inbox: () =>
      ask(
        `{ viewer { inbox { ${INBOX} } } }`,
        {},
        ({ viewer }: { viewer: { inbox: InboxView } | null }) => viewer && inboxView(viewer.inbox),
      ),
    update: (notificationId, status) =>
      mutate(
        'updateNotification',
        { notificationId, status: status.toUpperCase() },
        `notification { ${NOTIFICATION} }`,
        ({ notification }: { notification: Node }) => nodeView(notification),
      ),
    mark: ({ status, ...input }) =>
      mutate(
        'markNotifications',
        { ...input, status: status.toUpperCase() },
        `changedCount inbox { ${INBOX} } notifications { ${NOTIFICATION} }`,
        ({
          changedCount,
          inbox,
          notifications,
        }: Omit<RestMarked, 'notifications'> & { notifications: Node[] }) => ({
          changedCount,
          inbox: inboxView(inbox),
          notifications: notifications.map(nodeView),
        }),
      ),
    mutes: () =>
      ask(
        `{ viewer { ${connectionOf('notificationMutes', 'targetId')} } }`,
        {},
        ({ viewer }: { viewer: { notificationMutes: Connection<{ targetId: string }> } | null }) =>
          listedGraphQL(viewer?.notificationMutes, ({ targetId }) => targetId),
      ),
    mute: (targetId) =>
      mutate(
        'muteNotifications',
        { targetId },
        'mute { targetId }',
        ({ mute }: { mute: { targetId: string } }) => mute.targetId,
      ),
    unmute: (targetId) => mutate('unmuteNotifications', { targetId }, 'deletedId', () => {}),
  }
}

/** For `describe.each(notificationApis)`: one scenario, with both APIs. */
export const notificationApis = [
  { name: 'rest', enter: restNotifications },
  { name: 'graphql', enter: graphqlNotifications },
]

/** One of the two, for scenarios about something else. */
export const notificationsAt = (name: 'rest' | 'graphql') =>
  name === 'rest' ? restNotifications : graphqlNotifications
