import { button, h } from '../../dom.ts'
import { form } from '../../form.ts'
import type { Methods } from '../../methods.ts'
import { createPasskey } from '../../passkeys.ts'
import { section } from '../../section.ts'
import { callAuth, execute } from '../../server.ts'
import { shownTime } from '../../shown-time.ts'

interface Passkey {
  id: string
  name: string
  isSynced: boolean
  createdAt: string
  lastUsedAt: string | null
}

type Act = (work: () => Promise<unknown>, done: string) => void

const LIST = `query Passkeys { viewer { passkeys(first: 100) { nodes { id name isSynced createdAt lastUsedAt } } } }`
const RENAME = `mutation RenamePasskey($input: RenamePasskeyInput!) { renamePasskey(input: $input) { passkey { id name } } }`
const DELETE = `mutation DeletePasskey($input: DeletePasskeyInput!) { deletePasskey(input: $input) { deletedId } }`

function row({ id, name, isSynced, createdAt, lastUsedAt }: Passkey, act: Act): HTMLElement {
  const remove = button(
    'Delete',
    () => act(() => execute(DELETE, { input: { passkeyId: id } }), `The passkey “${name}” was deleted.`),
    'button small danger',
  )
  remove.setAttribute('aria-label', `Delete the passkey ${name}`)
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'what' },
      h('span', {}, name, ' ', isSynced && h('span', { class: 'tag' }, 'Synced')),
      h(
        'span',
        { class: 'muted' },
        `Added ${shownTime(createdAt)}${lastUsedAt === null ? '' : `, last used ${shownTime(lastUsedAt)}`}`,
      ),
    ),
    remove,
    h(
      'details',
      {},
      h('summary', { 'aria-label': `Rename the passkey ${name}` }, 'Rename'),
      form({
        fields: [{ name: 'name', label: 'Name', value: name }],
        submit: 'Rename',
        run: async (values) =>
          act(() => execute(RENAME, { input: { passkeyId: id, ...values } }), 'Renamed.'),
      }),
    ),
  )
}

const add = async () => callAuth('passkey/add', await createPasskey('passkey/add/options'))

/** The passkeys of the person, or why they cannot add one here. */
export const passkeysSection = ({ passkeys: { available, reason } }: Methods): Promise<HTMLElement> =>
  section({
    title: 'Passkeys',
    read: async () =>
      (await execute<{ viewer: { passkeys: { nodes: Passkey[] } } }>(LIST)).viewer.passkeys.nodes,
    fill: (passkeys, act) => [
      ...(passkeys.length === 0
        ? [h('p', { class: 'muted' }, 'You have no passkey.')]
        : [h('ul', { class: 'rows' }, ...passkeys.map((passkey) => row(passkey, act)))]),
      available
        ? h(
            'div',
            { class: 'actions' },
            button('Add a passkey', () => act(add, 'The passkey was added.')),
          )
        : h('p', { class: 'hint' }, reason ?? ''),
    ],
  })
