import { z } from 'zod'
import { route } from '../../../rest/route.ts'
import { RestChangeRequest, toRestChangeRequest } from '../../change-requests/index.ts'
import { RestSpace, toRestSpace } from '../../spaces/index.ts'
import { presentPage } from '../content.rest.ts'
import { RestPage } from '../pages.rest.ts'
import { getContentLocation } from './location.service.ts'

const RestContentLocation = z
  .object({
    space: RestSpace,
    changeRequest: RestChangeRequest.optional(),
    page: RestPage.optional().meta({ description: 'Absent at the address of the space itself.' }),
  })
  .meta({ id: 'ContentLocation' })

const FORMAT = { format: 'markdown', metadata: true, evaluated: false } as const

export const locationRoutes = [
  route('GET', '/urls/content', getContentLocation, {
    summary: 'Resolve an address in the app to a space, a change request and a page',
    response: RestContentLocation,
    present: async ({ space, changeRequest, page }, view) => ({
      space: await toRestSpace(space, view),
      changeRequest: changeRequest ? toRestChangeRequest(changeRequest, view) : undefined,
      page: page ? await presentPage({ row: page, format: FORMAT }, view) : undefined,
    }),
  }),
]
