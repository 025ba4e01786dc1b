import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { operation } from '../../../core/operations/operation.ts'
import { batches, editContent, getEditable } from '../changes.service.ts'
import { heldBy } from '../content.writing.ts'
import { templates } from './templates.ts'

type TemplateId = keyof typeof templates
export const SpaceTemplate = z
  .enum(Object.keys(templates) as [TemplateId, ...TemplateId[]])
  .meta({ description: 'The template.' })

const ApplyTemplate = z.object({
  spaceId: idField('Space', 'The ID of the space.'),
  changeRequestId: idField(
    'ChangeRequest',
    'The ID of a change request, whose content gets the pages.',
  ).optional(),
  id: SpaceTemplate,
})

/** Adds the pages of a template after those that are there. */
export const applySpaceTemplate = operation({
  id: 'content.applyTemplate',
  input: ApplyTemplate,
  scope: 'space:write',
  writes: true,
  serializeBy: heldBy,
  authorize: getEditable,
  run: async (ctx, { id }, editable) => {
    const begin = await batches(ctx, editable, { files: new Map(), documents: new Map() })
    const changes = templates[id].map(({ title, markdown }) => ({
      operation: 'insert_page' as const,
      type: 'document' as const,
      title,
      document: { markdown },
    }))
    const { revision } = await editContent(ctx, editable, (draft, current) =>
      begin(draft, current).apply(changes),
    )
    return { revisionId: revision.id, spaceId: editable.space.id }
  },
})
