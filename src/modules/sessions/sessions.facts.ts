import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Session: 'ses',
    Passkey: 'pky',
    Identity: 'idn',
  },
  events: {
    'session.started': { audience: 'admins', description: 'A person signed in.' },
    'session.ended': { audience: 'admins', description: 'A session was ended, by its person or an admin.' },
    'password.reset_requested': {
      audience: 'admins',
      description: 'A link was created with which a person sets a new password.',
    },
    'password.changed': { audience: 'admins', description: 'The password of a person was set or changed.' },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    sessions: typeof facts
  }
}
