import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { contentScope, MAX_SOURCE } from '../content/index.ts'

const pageId = idField('Page', 'The ID of the page.')

export const GetPageBlocks = z.object({ ...contentScope, pageId })

export const RenderMarkdown = z.object({
  ...contentScope,
  page: idField(
    'Page',
    'The ID of the page that the text is written for: relative links start there, and its variables have values.',
  ).optional(),
  markdown: z
    .string()
    .max(MAX_SOURCE)
    .meta({
      description: `The text in Markdown, optionally with front matter. At most ${MAX_SOURCE} characters, as in a page.`,
    }),
})
