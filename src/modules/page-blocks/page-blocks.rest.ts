import { z } from 'zod'
import { type Route, route, type View } from '../../rest/route.ts'
import { CHANGES_BYTES, contentPaths, RestLineRange } from '../content/index.ts'
import { getPageBlocks, renderMarkdown } from './page-blocks.service.ts'
import type { ResolvedText } from './resolved-texts.ts'
import { shownBlocks } from './shown-blocks.ts'

const RestBlock = z
  .object({
    key: z.string().meta({ description: 'The key of the block, which comments refer to.' }),
    type: z.string(),
    lines: RestLineRange,
    html: z.string().meta({
      description:
        'The block as HTML, as sites show it. Empty for a heading that is the title of the page. The last block includes the footnotes.',
    }),
  })
  .meta({ id: 'Block' })

const RestBlocks = z.object({ blocks: z.array(RestBlock) })

const present = async (text: ResolvedText | null, { caller, urls }: View) => ({
  blocks: await shownBlocks(text, { urls, meter: caller.meter }),
})

export const routes: Route[] = Object.values(contentPaths).flatMap(({ path, fixed }) => [
  route('GET', `${path}/page/:pageId/blocks`, getPageBlocks, {
    summary: 'Get the text of a page as blocks with their HTML',
    response: RestBlocks,
    present,
    fixed,
  }),
  route('POST', `${path}/render`, renderMarkdown, {
    summary: 'Render Markdown that is not saved as blocks with their HTML',
    response: RestBlocks,
    present,
    fixed,
    bodyLimit: CHANGES_BYTES,
  }),
])
