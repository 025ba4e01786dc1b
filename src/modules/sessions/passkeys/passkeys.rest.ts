import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { deletion, listRoute, route } from '../../../rest/route.ts'
import {
  deletePasskey,
  getPasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
} from './passkeys.service.ts'

const RestPasskey = z
  .object({
    object: z.literal('passkey'),
    id: z.string(),
    name: z.string(),
    synced: z.boolean(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.optional(),
  })
  .meta({ id: 'Passkey' })

const toRestPasskey = (passkey: PasskeyRow): z.input<typeof RestPasskey> => ({
  object: 'passkey',
  id: passkey.id,
  name: passkey.name,
  synced: passkey.isSynced,
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString(),
})

const passkey = { response: RestPasskey, present: toRestPasskey }

export const routes = [
  listRoute('/user/passkeys', listPasskeys, {
    summary: 'List your passkeys',
    item: RestPasskey,
    present: (passkeys) => passkeys.map(toRestPasskey),
  }),
  route('GET', '/user/passkeys/:passkeyId', getPasskey, { summary: 'Get one of your passkeys', ...passkey }),
  route('PATCH', '/user/passkeys/:passkeyId', renamePasskey, { summary: 'Rename a passkey', ...passkey }),
  deletion('/user/passkeys/:passkeyId', deletePasskey, {
    summary: 'Remove a passkey, if you can sign in in another way',
  }),
]
