import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Invite: 'inv',
  },
  events: {
    'member.invited': { audience: 'admins', description: 'A user was invited to an organization.' },
    'member.joined': { audience: 'admins', description: 'A user joined an organization.' },
    'invite.created': { audience: 'admins', description: 'An invite link was created.' },
    'invite.updated': { audience: 'admins', description: 'An invite link was updated.' },
    'invite.deleted': { audience: 'admins', description: 'An invite link was deleted.' },
  },
} as const satisfies Facts

type Ids = (typeof facts)['ids']
declare module '../../core/ids.ts' {
  interface IdPrefixes extends Ids {}
}

type Events = (typeof facts)['events']
declare module '../../core/events/events.ts' {
  interface EventFacts extends Events {}
}
