import { z } from 'zod'
import { route } from '../../../rest/route.ts'
import { Block } from '../declaration.model.ts'
import { getEmbed, getEmbedInSpace } from './embeds.service.ts'

const base = { title: z.string(), site: z.string() }
const RestEmbed = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('link'), ...base }),
    z.object({ type: z.literal('rich'), ...base, html: z.string() }),
    z.object({ type: z.literal('integration'), ...base, integration: z.string(), block: Block }),
  ])
  .meta({
    id: 'Embed',
    description:
      'What a text shows of an address. Nothing is fetched from it: the title is its last part, or its host.',
  })

const embed = { response: RestEmbed, present: (found: z.input<typeof RestEmbed>) => found }

export const embedRoutes = [
  route('GET', '/urls/embed', getEmbed, { ...embed, summary: 'Get what a text shows of an address' }),
  route('GET', '/spaces/:spaceId/embed', getEmbedInSpace, {
    ...embed,
    summary: 'Get what texts of a space show of an address',
  }),
]
