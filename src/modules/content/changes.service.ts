import { z } from 'zod'
import { DomainError, forbidden } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import type { ChangeRequestRow } from '../change-requests/index.ts'
import { getChangeRequestRow } from '../change-requests/index.ts'
import { Snapshot } from '../revisions/index.ts'
import { getSpaceRow, mayEdit, reachOf } from '../spaces/index.ts'
import { place } from './content.model.ts'
import type { Content } from './content.places.ts'
import { getContent, revisionById } from './content.places.ts'
import {
  holdChangeRequest,
  holdSpace,
  type Written,
  writeChangeRequest,
  writeSpace,
} from './content.writing.ts'
import type { ChangeResult } from './pages/batch.ts'
import { ContentChanges } from './pages/changes.model.ts'
import { Batch } from './pages/changes.ts'
import { Draft } from './pages/draft.ts'

export const ChangeContent = z.object({
  spaceId: place.spaceId,
  changeRequestId: place.changeRequestId,
  changes: ContentChanges,
  compat: z
    .boolean()
    .default(true)
    .meta({ description: 'False answers with what each change did; otherwise the change request is given.' }),
})

/** What a batch of changes made. */
export interface ChangedContent {
  content: Content
  results: ChangeResult[]
  compat: boolean
}

/** Changes content by a batch that holds whole or not at all: of a change request, or of a space that is edited live. */
export const changeContent = operation({
  id: 'content.change',
  input: ChangeContent,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, { spaceId, changeRequestId }) => {
    const space = await getSpaceRow(ctx.reads, spaceId)
    const changeRequest =
      changeRequestId === undefined ? null : await getChangeRequestRow(ctx.reads, spaceId, changeRequestId)
    if (!mayEdit(await reachOf(ctx.reads, spaceId))) {
      throw forbidden('Changing content takes the role edit or higher on this space.')
    }
    return { space, changeRequest }
  },
  run: async (ctx, input, { space, changeRequest }): Promise<ChangedContent> => {
    const held = changeRequest
      ? await holdChangeRequest(ctx, changeRequest.id)
      : await holdSpace(ctx, space.id)
    if ('space' in held && held.space.editMode === 'locked') {
      throw new DomainError('conflict', 'This space is locked. Propose the edit in a change request.')
    }
    const { revision } = held
    const draft = new Draft(new Snapshot(ctx.reads.db, revision))
    const batch = new Batch(draft, {
      now: ctx.now(),
      files: new Map(),
      revisionFor: async (id) => {
        const row = await ctx.reads.load(revisionById, id ?? baseOf(changeRequest, revision.id))
        return row?.spaceId === space.id ? new Snapshot(ctx.reads.db, row) : null
      },
    })
    const results = await batch.apply(input.changes)
    const written: Written = { type: 'edits', parents: [revision.id] }
    if ('space' in held) await writeSpace(ctx, held, draft.edits(), written)
    else await writeChangeRequest(ctx, held, space.organizationId, draft.edits(), written)
    ctx.reads.forget()
    return { content: await getContent(ctx.reads, input), results, compat: input.compat }
  },
})

/** What the edits of a change request started from. */
const baseOf = (changeRequest: ChangeRequestRow | null, current: string): string =>
  changeRequest ? (changeRequest.revisionMergedAncestorId ?? changeRequest.revisionInitialId) : current
