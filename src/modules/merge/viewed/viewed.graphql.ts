import { mutation } from '../../../graphql/field.ts'
import { ChangeRequestType } from '../../change-requests/index.ts'
import { markViewed } from './viewed.service.ts'

mutation('markViewed', markViewed, {
  description:
    'Marks a page of a change request as viewed, or removes the mark. Only you see it, in `viewed` of its differences, and it counts until the page changes.',
  payload: {
    changeRequest: {
      type: ChangeRequestType,
      description: 'The change request.',
      from: ({ changeRequest }) => changeRequest,
    },
    viewed: {
      type: 'Boolean',
      description: 'Whether the page is marked now.',
      from: ({ revisionId }) => revisionId !== null,
    },
  },
})
