import { z } from 'zod'
import { DomainError, notFound } from '../../../core/errors.ts'
import { idField } from '../../../core/fields.ts'
import type { Context } from '../../../core/operations/context.ts'
import { operation } from '../../../core/operations/operation.ts'
import {
  getChangeRequestRow,
  getProposable,
  openChangeRequest,
  Subject,
} from '../../change-requests/index.ts'
import { NO_EDITS, pageWords, Snapshot } from '../../revisions/index.ts'
import { batches, editContent } from '../changes.service.ts'
import { contentScope } from '../content.model.ts'
import { holdChangeRequest, isSame, writeChangeRequest } from '../content.writing.ts'
import { getRevisionRow } from '../content-scope.ts'

const RestoreRevision = z.object({
  spaceId: contentScope.spaceId,
  revisionId: idField('Revision', 'The ID of the revision to restore.'),
  subject: Subject.optional().meta({ description: 'The subject of the new change request.' }),
})

const restoring = {
  scope: 'space:write',
  writes: true,
  authorize: async (ctx: Context, { spaceId, revisionId }: z.output<typeof RestoreRevision>) => {
    const space = await getProposable(ctx, spaceId)
    return { space, earlier: await getRevisionRow(ctx.reads, spaceId, revisionId) }
  },
} as const

const unchanged = (what: string) =>
  new DomainError('conflict', `${what} the same in main content, so there is nothing to restore.`)

/** Opens a change request with the content of an earlier revision. Its merge restores all of it. */
export const restoreRevision = operation({
  id: 'content.restoreRevision',
  input: RestoreRevision,
  ...restoring,
  run: async (ctx, input, { space, earlier }) => {
    const opened = await openChangeRequest(ctx, input, space)
    const held = await holdChangeRequest(ctx, opened)
    if (isSame(held.revision, earlier)) throw unchanged('The content of this revision is')
    const hasComputed = earlier.hasComputed || held.revision.hasComputed
    await writeChangeRequest(ctx, held, NO_EDITS, {
      type: 'rollback',
      parents: [held.revision.id],
      from: { ...earlier, hasComputed },
    })
    ctx.reads.forget()
    return getChangeRequestRow(ctx.reads, space.id, opened.id)
  },
})

/** Opens a change request in which one page is as it was in an earlier revision, also if it was deleted since. */
export const restorePage = operation({
  id: 'content.restorePage',
  input: RestoreRevision.extend({ pageId: idField('Page', 'The ID of the page to restore.') }),
  ...restoring,
  run: async (ctx, input, { space, earlier }) => {
    const { pageId, revisionId } = input
    const was = (await new Snapshot(ctx.reads.db, earlier).pages([pageId])).get(pageId)
    if (!was) throw notFound('This page in this revision')
    const changeRequest = await openChangeRequest(ctx, input, space)
    const editable = { space, changeRequest }
    const begin = await batches(ctx, editable, { files: new Map(), documents: new Map() })
    await editContent(ctx, editable, async (draft, revision) => {
      const is = await draft.page(pageId)
      if (is && pageWords(is) === pageWords(was)) throw unchanged('This page is')
      const change = { operation: 'revert_page', page: pageId, revision: revisionId } as const
      return begin(draft, revision).apply([change])
    })
    ctx.reads.forget()
    return getChangeRequestRow(ctx.reads, space.id, changeRequest.id)
  },
})
