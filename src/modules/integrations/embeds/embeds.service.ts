import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { mustBe } from '../../../core/input-errors.ts'
import { readOperation } from '../../../core/operations/operation.ts'
import { getContent } from '../../content/index.ts'
import { blocksOfSpace } from '../installations/space-blocks.ts'
import { type Embed, embedOf } from './embed-of.ts'

const url = z
  .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
  .max(2048)
  .meta({ scalar: 'URL', description: 'The address.' })

/** What a text of no space in particular shows of an address, for every caller. */
export const getEmbed = readOperation({
  id: 'embeds.get',
  input: z.object({ url }),
  scope: 'space:read',
  read: async (_ctx, input): Promise<Embed> => embedOf(input.url),
})

/** What texts of a space show of an address, which can be the block of an integration. */
export const getEmbedInSpace = readOperation({
  id: 'embeds.getInSpace',
  input: z.object({ spaceId: idField('Space', 'The ID of the space.'), url }),
  scope: 'space:read',
  read: async (ctx, input): Promise<Embed> => {
    const { spaceId } = await getContent(ctx.reads, { spaceId: input.spaceId })
    return embedOf(input.url, await blocksOfSpace(ctx.reads.db, spaceId))
  },
})
