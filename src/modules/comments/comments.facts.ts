import type { Facts } from '../../core/module.ts'

export const facts = {
  ids: {
    Comment: 'cmt',
    CommentReply: 'rpl',
    Reaction: 'rct',
  },
  events: {
    'comment.posted': 'space',
    'comment.edited': 'space',
    'comment.resolved': 'space',
    'comment.reopened': 'space',
    'comment.deleted': 'space',
    'comment.reacted': 'space',
    'reply.posted': 'space',
    'reply.edited': 'space',
    'reply.deleted': 'space',
    'reply.reacted': 'space',
  },
  withinSpace: ['Comment', 'CommentReply'],
} as const satisfies Facts

type Ids = (typeof facts)['ids']
declare module '../../core/ids.ts' {
  interface IdPrefixes extends Ids {}
}

type Events = (typeof facts)['events']
declare module '../../core/events.ts' {
  interface EventAudiences extends Events {}
}
