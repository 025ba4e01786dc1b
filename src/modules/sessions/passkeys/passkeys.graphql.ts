import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { deletedPayload, mutation, nestedField } from '../../../graphql/field.ts'
import { ViewerType } from '../../users/index.ts'
import {
  deletePasskey,
  getPasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
} from './passkeys.service.ts'

declare module '../../../core/node-rows.ts' {
  interface NodeRows {
    Passkey: PasskeyRow
  }
}

const PasskeyType = builder.prismaNode('Passkey', {
  description: 'A passkey with which you can sign in.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    name: t.exposeString('name', { description: 'The name by which you recognize it.' }),
    isSynced: t.exposeBoolean('isSynced', {
      description:
        'Whether its provider can copy it to your other devices. If not, it is lost with its device.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When you last signed in with it. Null if you have not done so.',
    }),
  }),
})

connection(ViewerType, 'passkeys', listPasskeys, {
  type: connectionType('Passkey', PasskeyType),
  description: 'Your passkeys, newest first.',
})

nestedField(ViewerType, 'passkey', getPasskey, {
  type: PasskeyType,
  description: 'One of your passkeys. Null if there is none with this ID.',
  rename: { passkeyId: 'id' },
  given: () => ({}),
  givenNames: [],
  isLookup: true,
})

mutation('renamePasskey', renamePasskey, {
  description: 'Changes the name of one of your passkeys.',
  payload: { passkey: { type: PasskeyType, description: 'The passkey.', from: (passkey) => passkey } },
})

mutation('deletePasskey', deletePasskey, {
  description:
    'Removes one of your passkeys, if you can sign in in another way. In a session, you must have signed in within the last 15 minutes.',
  payload: deletedPayload('The ID of the removed passkey.'),
})
