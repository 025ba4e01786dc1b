import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Comment: 'cmt',
    CommentReply: 'rpl',
    Reaction: 'rct',
  },
  events: {
    'comment.posted': { audience: 'space', description: 'A comment was posted.' },
    'comment.edited': { audience: 'space', description: 'A comment was edited.' },
    'comment.resolved': { audience: 'space', description: 'A comment was resolved.' },
    'comment.reopened': { audience: 'space', description: 'A comment was reopened.' },
    'comment.deleted': { audience: 'space', description: 'A comment was deleted.' },
    'comment.reacted': { audience: 'space', description: 'The reactions to a comment changed.' },
    'reply.posted': { audience: 'space', description: 'A reply was posted.' },
    'reply.edited': { audience: 'space', description: 'A reply was edited.' },
    'reply.deleted': { audience: 'space', description: 'A reply was deleted.' },
    'reply.reacted': { audience: 'space', description: 'The reactions to a reply changed.' },
  },
  withinSpace: ['Comment', 'CommentReply'],
  references: {
    reply: 'CommentReply',
    targetPage: 'Page',
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    comments: typeof facts
  }
}
