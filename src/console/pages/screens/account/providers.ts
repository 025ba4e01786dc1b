import { button, h } from '../../dom.ts'
import type { Methods } from '../../methods.ts'
import { providerButtons } from '../../providers.ts'
import { section } from '../../section.ts'
import { execute } from '../../server.ts'
import { shownTime } from '../../shown-time.ts'

interface Identity {
  id: string
  provider: string
  email: string | null
  createdAt: string
}

const LIST = `query Identities { viewer { identities(first: 100) { nodes { id provider email createdAt } } } }`
const UNLINK = `mutation UnlinkIdentity($input: UnlinkIdentityInput!) { unlinkIdentity(input: $input) { deletedId } }`

/** The accounts at providers with which the person signs in. */
export const providersSection = (methods: Methods): Promise<HTMLElement> =>
  section({
    title: 'Providers',
    read: async () =>
      (await execute<{ viewer: { identities: { nodes: Identity[] } } }>(LIST)).viewer.identities.nodes,
    fill: (identities, act) => {
      const titleOf = (provider: string) =>
        methods.providers.find(({ name }) => name === provider)?.title ?? provider
      const row = ({ id, provider, email, createdAt }: Identity) => {
        const title = titleOf(provider)
        const remove = button(
          'Remove',
          () => act(() => execute(UNLINK, { input: { identityId: id } }), `${title} was removed.`),
          'button small danger',
        )
        remove.setAttribute('aria-label', `Remove ${title} ${email ?? ''}`)
        return h(
          'li',
          {},
          h(
            'div',
            { class: 'what' },
            h('span', {}, title),
            h(
              'span',
              { class: 'muted' },
              `${email === null ? '' : `${email}, `}added ${shownTime(createdAt)}`,
            ),
          ),
          remove,
        )
      }
      const complain = (error: unknown) => act(() => Promise.reject(error), '')
      const beginning = { purpose: 'link', returnTo: '/app/account' } as const
      return [
        ...(identities.length > 0 ? [h('ul', { class: 'rows' }, ...identities.map(row))] : []),
        h(
          'div',
          { class: 'actions' },
          ...providerButtons(methods, (title) => `Add ${title}`, beginning, complain),
        ),
      ]
    },
  })
