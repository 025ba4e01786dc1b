import { browserName } from '../../browser-name.ts'
import { button, h } from '../../dom.ts'
import { section } from '../../section.ts'
import { execute } from '../../server.ts'
import { shownTime } from '../../shown-time.ts'

interface Session {
  id: string
  method: string
  browser: string
  address: string
  isCurrent: boolean
  createdAt: string
  lastSeenAt: string
}

const LIST = `query Sessions { viewer { sessions(first: 100) { nodes { id method browser address isCurrent createdAt lastSeenAt } } } }`
const END = `mutation EndSession($input: EndSessionInput!) { endSession(input: $input) { deletedId } }`
const END_OTHERS = `mutation EndOtherSessions { endOtherSessions(input: {}) { count } }`

const METHODS: Readonly<Record<string, string>> = {
  PASSWORD: 'with a password',
  PASSKEY: 'with a passkey',
  PROVIDER: 'with a provider',
  TOKEN: 'with an API token',
  LINK: 'with a link',
}

function row(
  { method, browser, address, isCurrent, createdAt, lastSeenAt }: Session,
  end: (name: string) => void,
) {
  const name = browserName(browser)
  const signOut = button('Sign out', () => end(name), 'button small')
  signOut.setAttribute('aria-label', `Sign out ${name}, last used ${shownTime(lastSeenAt)}`)
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'what' },
      h('span', { title: browser }, name, ' ', isCurrent && h('span', { class: 'tag' }, 'This browser')),
      h(
        'span',
        { class: 'muted' },
        `Signed in ${shownTime(createdAt)} ${METHODS[method] ?? ''} from ${address}`,
      ),
      h('span', { class: 'muted' }, `Last used ${shownTime(lastSeenAt)}`),
    ),
    !isCurrent && signOut,
  )
}

/** The browsers in which the person is signed in. */
export const sessionsSection = (): Promise<HTMLElement> =>
  section({
    title: 'Sessions',
    read: async () =>
      (await execute<{ viewer: { sessions: { nodes: Session[] } } }>(LIST)).viewer.sessions.nodes,
    fill: (sessions, act) => [
      h(
        'ul',
        { class: 'rows' },
        ...sessions.map((session) =>
          row(session, (name) =>
            act(() => execute(END, { input: { sessionId: session.id } }), `${name} was signed out.`),
          ),
        ),
      ),
      ...(sessions.length > 1
        ? [
            h(
              'div',
              { class: 'actions' },
              button('Sign out all others', () =>
                act(() => execute(END_OTHERS), 'All others were signed out.'),
              ),
            ),
          ]
        : []),
    ],
  })
