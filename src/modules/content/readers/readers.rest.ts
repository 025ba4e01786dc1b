import { notFound } from '../../../core/errors.ts'
import { type Route, route } from '../../../rest/route.ts'
import { RestSpace } from '../../spaces/index.ts'
import { getRevision } from '../content.service.ts'

/** What readers of published sites get in place of what members get. */
export const readerRoutes: Route[] = [
  route('GET', '/spaces/:spaceId', getRevision, {
    summary: 'Get a space of the site',
    response: RestSpace,
    present: ({ content: { seen } }, { urls }) => {
      if (!seen) throw notFound('This space')
      return seen.space(urls)
    },
  }),
]
