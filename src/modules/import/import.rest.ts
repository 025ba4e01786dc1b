import { z } from 'zod'
import { type Route, route } from '../../rest/route.ts'
import { changeRequestUrl } from '../change-requests/index.ts'
import { importIntoChangeRequest } from './import.service.ts'

const RestImported = z
  .object({
    revision: z.string(),
    importedResources: z.int(),
    totalResources: z.int(),
    skipped: z.array(z.object({ path: z.string(), reason: z.string(), line: z.int().optional() })),
  })
  .meta({ id: 'ImportResult' })

export const routes: Route[] = [
  route('POST', '/spaces/:spaceId/change-requests/:changeRequestId/content/import', importIntoChangeRequest, {
    summary: 'Import content into a change request',
    status: 201,
    response: RestImported,
    present: ({ revisionId, importedResources, totalResources, skipped }) => ({
      revision: revisionId,
      importedResources,
      totalResources,
      skipped,
    }),
    location: ({ spaceId, changeRequestId }, { urls }) =>
      `${changeRequestUrl(urls, spaceId, changeRequestId)}/content`,
  }),
]
