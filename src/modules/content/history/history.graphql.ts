import { builder } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { mutation } from '../../../graphql/field.ts'
import { type ChangeRequestRow, ChangeRequestType } from '../../change-requests/index.ts'
import { SpaceType } from '../../spaces/index.ts'
import { RevisionType } from '../content.graphql.ts'
import { DocumentPage } from '../pages/pages.graphql.ts'
import { listPageRevisions, listRevisions } from './history.service.ts'
import { restorePage, restoreRevision } from './restore.service.ts'
import { revisionMessage } from './revision-message.ts'

builder.objectField(RevisionType, 'message', (t) =>
  t.string({
    nullable: true,
    description:
      'The message of the commit that it was imported from, or the subject of the change request that it merged. Null for other revisions.',
    resolve: (content, _args, { caller }) => caller.load(revisionMessage, content),
  }),
)

const RevisionConnection = connectionType('Revision', RevisionType)

connection(SpaceType, 'revisions', listRevisions, {
  type: RevisionConnection,
  description: 'The revisions that main content has had, newest first.',
})
connection(ChangeRequestType, 'revisions', listRevisions, {
  type: RevisionConnection,
  description: 'The revisions of the change request, newest first.',
})
connection(DocumentPage, 'history', listPageRevisions, {
  type: RevisionConnection,
  description:
    'The revisions that changed this page, newest first: those of the change request if the page was read from one, and those of main content otherwise.',
  cost: 20,
})

const changeRequest = {
  type: ChangeRequestType,
  description: 'The new change request.',
  from: (row: ChangeRequestRow) => row,
}
mutation('restoreRevision', restoreRevision, {
  description:
    'Opens a change request with the content of an earlier revision, so that its merge restores that content.',
  payload: { changeRequest },
})
mutation('restorePage', restorePage, {
  description:
    'Opens a change request in which a page is as it was in an earlier revision, also if it was deleted since.',
  payload: { changeRequest },
})
