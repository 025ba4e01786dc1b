import { z } from 'zod'
import { builder } from '../../../graphql/builder.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import type { RawContent } from './raw-content.ts'

const RawFormatEnum = graphqlEnum('OpenAPISpecFormat', z.enum(['json', 'yaml']), 'The form of a text.', {
  json: 'JSON.',
  yaml: 'YAML.',
})
export const RawContentType = builder.objectRef<RawContent>('OpenAPISpecRawContent').implement({
  description: 'The text of a version.',
  fields: (t) => ({
    text: t.exposeString('text', {
      complexity: 10,
      description:
        'The text as it was sent. The entry as JSON if it was read from a URL, of earlier versions, or if a newer text was sent that has no version yet.',
    }),
    format: t.field({ type: RawFormatEnum, description: 'Its form.', resolve: ({ format }) => format }),
  }),
})
