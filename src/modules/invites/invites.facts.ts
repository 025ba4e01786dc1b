import type { Facts } from '../../core/module.ts'

export const facts = {
  ids: {
    Invite: 'inv',
  },
  events: {
    'member.invited': 'admins',
    'member.joined': 'admins',
    'invite.created': 'admins',
    'invite.updated': 'admins',
    'invite.deleted': 'admins',
  },
} as const satisfies Facts

type Ids = (typeof facts)['ids']
declare module '../../core/ids.ts' {
  interface IdPrefixes extends Ids {}
}

type Events = (typeof facts)['events']
declare module '../../core/events.ts' {
  interface EventAudiences extends Events {}
}
