import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  sealed: { Session: 'sealedIdToken' },
  ids: {
    Session: 'ses',
    Passkey: 'pky',
    Identity: 'idn',
  },
  events: {
    'session.started': { audience: 'admins', description: 'A person signed in.' },
    'session.ended': { audience: 'admins', description: 'A session was ended, by its person or an admin.' },
    'identity.linked': {
      audience: 'admins',
      description: 'A person linked an account at an OpenID provider, with which they sign in from now on.',
    },
    'identity.unlinked': {
      audience: 'admins',
      description: 'A person removed the link to an account at an OpenID provider.',
    },
    'password.reset_requested': {
      audience: 'admins',
      description: 'A link was created with which a person sets a new password.',
    },
    'password.changed': { audience: 'admins', description: 'The password of a person was set or changed.' },
    'password.removed': { audience: 'admins', description: 'The password of a person was removed.' },
    'passkey.added': { audience: 'admins', description: 'A passkey was added to the account of a person.' },
    'passkey.renamed': { audience: 'admins', description: 'A passkey of a person was given another name.' },
    'passkey.removed': {
      audience: 'admins',
      description: 'A passkey was removed from the account of a person.',
    },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    sessions: typeof facts
  }
}
