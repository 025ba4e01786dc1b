import { z } from 'zod'
import { route } from '../../../rest/route.ts'
import { previewUrl, sitePath } from '../../sites/index.ts'
import { getPreview } from './preview.service.ts'

const RestPreview = z
  .object({ url: z.string().meta({ description: 'The URL, which is valid for an hour.' }) })
  .meta({ id: 'SitePreview' })

export const previewRoutes = [
  route('GET', `${sitePath}/publishing/preview`, getPreview, {
    summary: 'Get a URL that shows a site for an hour as its visitors see it, also before it is published',
    response: RestPreview,
    present: (preview, { urls }) => ({ url: previewUrl(urls, preview) }),
  }),
]
