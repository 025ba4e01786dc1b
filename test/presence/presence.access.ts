import type { ModuleAccess } from '../access/declared.ts'
import { write } from '../access/documents.ts'

export const access: ModuleAccess = {
  cases: {
    'presence.announce': {
      body: () => ({}),
      graphql: ({ spaceId, changeRequestId }) => [
        write('announcePresence', { spaceId }),
        write('announcePresence', { spaceId, changeRequestId }),
      ],
    },
  },
  bits: { 'space.access': ['presence.announce'] },
}
