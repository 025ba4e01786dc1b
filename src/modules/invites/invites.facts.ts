import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Invite: 'inv',
  },
  events: {
    'member.invited': { audience: 'admins', description: 'A person was invited to an organization.' },
    'member.joined': { audience: 'admins', description: 'A user joined an organization.' },
    'invite.created': { audience: 'admins', description: 'An invite link was created.' },
    'invite.updated': { audience: 'admins', description: 'An invite link was updated.' },
    'invite.deleted': { audience: 'admins', description: 'An invite link was deleted.' },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    invites: typeof facts
  }
}
