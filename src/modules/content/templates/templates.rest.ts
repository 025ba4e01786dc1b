import { z } from 'zod'
import { route } from '../../../rest/route.ts'
import { applySpaceTemplate } from './templates.service.ts'

export const templateRoutes = [
  route('POST', '/spaces/:spaceId/content/template', applySpaceTemplate, {
    summary: 'Add the pages of a template to a space or a change request',
    status: 201,
    response: z.object({ revision: z.string() }).meta({ id: 'AppliedTemplate' }),
    present: ({ revisionId }) => ({ revision: revisionId }),
  }),
]
