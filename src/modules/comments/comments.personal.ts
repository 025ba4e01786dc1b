import { exportedRows, type PersonalData } from '../../core/personal-data.ts'

export const dataOfComments: PersonalData[] = [
  {
    table: 'Comment',
    columns: ['postedById', 'resolvedById'],
    onErasure: 'keep',
    exported: {
      comments: exportedRows({
        name: 'comments',
        from: '"Comment" r',
        user: 'r."postedById"',
        fields: ['id', 'spaceId', 'changeRequestId', 'pageId', 'markdown', 'status', 'postedAt', 'editedAt'],
      }),
    },
  },
  {
    table: 'CommentReply',
    columns: ['postedById'],
    onErasure: 'keep',
    exported: {
      replies: exportedRows({
        name: 'replies',
        from: '"CommentReply" r',
        user: 'r."postedById"',
        fields: ['id', 'spaceId', 'commentId', 'markdown', 'postedAt', 'editedAt'],
      }),
    },
  },
  {
    table: 'Reaction',
    columns: ['userId'],
    onErasure: 'keep',
    exported: {
      reactions: exportedRows({
        name: 'reactions',
        from: '"Reaction" r',
        user: 'r."userId"',
        fields: ['id', 'commentId', 'replyId', 'emoji', 'reactedAt'],
      }),
    },
  },
]
