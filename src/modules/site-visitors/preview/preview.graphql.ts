import { builder } from '../../../graphql/builder.ts'
import { nestedField } from '../../../graphql/field.ts'
import { previewUrl, SiteType } from '../../sites/index.ts'
import { getPreview, type SitePreview } from './preview.service.ts'

const PreviewType = builder.objectRef<SitePreview>('SitePreview').implement({
  description: 'A preview of a site.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description: 'The URL, which is valid for an hour.',
      resolve: (preview, _args, { urls }) => previewUrl(urls, preview),
    }),
  }),
})

nestedField(SiteType, 'preview', getPreview, {
  type: PreviewType,
  description:
    'A URL that shows the site for an hour as its visitors see it, also before it is published. Requires the role create.',
  given: ({ id }) => ({ siteId: id }),
  givenNames: ['siteId', 'organizationId'],
})
