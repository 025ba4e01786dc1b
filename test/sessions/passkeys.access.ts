import { newId } from '../../src/core/ids.ts'
import { hashPassword } from '../../src/modules/sessions/passwords/password-hash.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { type Case, type Names, read, write } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface Own {
    passkeyId: string
  }
  interface World {
    /** The passkey of the author of all content. */
    passkeyId: string
  }
}

const PASSWORD = 'four unusual words here'
const ofMine = (of: (mine: Names['mine']) => ReturnType<typeof write>, body?: object): Case => ({
  params: ({ mine }) => ({ passkeyId: mine.passkeyId }),
  ...(body ? { body: () => body } : {}),
  graphql: ({ mine }) => of(mine),
})
const passwords = { currentPassword: PASSWORD, newPassword: 'another few unusual words' }
const rename: Case = {
  body: () => ({ name: 'Renamed' }),
  graphql: ({ passkeyId }) => write('renamePasskey', { passkeyId, name: 'Renamed' }),
}

export const access: ModuleAccess = {
  build: async ({ db, clock }, { own, userId }) => {
    const passwordHash = await hashPassword(PASSWORD)
    const passkeys = new Map<string, string>()
    const passkeyOf = async (owner: string) => {
      const id = newId('Passkey')
      await db.database.prisma.passkey.create({
        data: {
          id,
          userId: owner,
          name: 'Key',
          credentialId: id,
          publicKey: Buffer.alloc(77),
          counter: 0,
          isSynced: true,
          createdAt: clock.now(),
        },
      })
      await db.database.prisma.account.create({ data: { userId: owner, passwordHash } })
      passkeys.set(owner, id)
      return id
    }
    for (const mine of Object.values(own)) {
      mine.passkeyId = passkeys.get(mine.userId) ?? (await passkeyOf(mine.userId))
    }
    return { passkeyId: passkeys.get(userId) ?? (await passkeyOf(userId)) }
  },
  cases: {
    'passkeys.list': { graphql: () => read({}, 'viewer { passkeys { nodes { __typename } } }') },
    'passkeys.get: your own': ofMine(({ passkeyId: id }) =>
      read({ id }, 'viewer { passkey(id: $id) { id } }'),
    ),
    'passkeys.rename: your own': ofMine(
      ({ passkeyId }) => write('renamePasskey', { passkeyId, name: 'Renamed' }),
      { name: 'Renamed' },
    ),
    'passkeys.rename: of another user': rename,
    'passkeys.delete': ofMine(({ passkeyId }) => write('deletePasskey', { passkeyId })),
    'password.get': { graphql: () => read({}, 'viewer { password { isSet } }') },
    'password.change': { body: () => passwords, graphql: () => write('changePassword', passwords) },
    'password.remove': { graphql: () => write('removePassword', {}) },
  },
}
