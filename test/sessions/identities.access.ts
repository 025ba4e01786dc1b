import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { change, inOrganization, read, write } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface Own {
    identityId: string
  }
  interface World {
    /** Of the author of all content. */
    identityId: string
  }
}

export const access: ModuleAccess = {
  build: async ({ db, clock }, { own, userId }) => {
    const identities = new Map<string, string>()
    const identityOf = async (owner: string) => {
      const id = newId('Identity')
      const provided = { userId: owner, provider: 'company', issuer: 'https://id.example.com' }
      // Two, because the last way to sign in cannot be removed.
      await db.database.prisma.identity.createMany({
        data: [id, newId('Identity')].map((each) => ({
          ...provided,
          id: each,
          subject: each,
          createdAt: clock.now(),
        })),
      })
      identities.set(owner, id)
      return id
    }
    for (const mine of Object.values(own)) {
      mine.identityId = identities.get(mine.userId) ?? (await identityOf(mine.userId))
    }
    return { identityId: identities.get(userId) ?? (await identityOf(userId)) }
  },
  cases: {
    'identities.list': { graphql: () => read({}, 'viewer { identities { nodes { __typename } } }') },
    'identities.unlink': {
      params: ({ mine }) => ({ identityId: mine.identityId }),
      graphql: ({ mine: { identityId } }) => write('unlinkIdentity', { identityId }),
    },
    'organizations.joinByDomain': change('joinOrganizationByDomain', ['organizationId']),
    'organizations.listProviders': { graphql: inOrganization('signInProviders { name }') },
  },
  bits: { 'organization.view': ['organizations.listProviders'] },
}
