import { z } from 'zod'
import { builder } from '../../../graphql/builder.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { nestedField, queryField } from '../../../graphql/field.ts'
import { SpaceType } from '../../spaces/index.ts'
import { BlockType } from '../declarations.graphql.ts'
import type { Embed } from './embed-of.ts'
import { getEmbed, getEmbedInSpace } from './embeds.service.ts'

const KindEnum = graphqlEnum(
  'EmbedType',
  z.enum(['link', 'rich', 'integration']),
  'How an address is shown.',
  {
    link: 'As a link.',
    rich: 'In the frame of a known service.',
    integration: 'By the block of an integration.',
  },
)

const EmbedType = builder.objectRef<Embed>('Embed').implement({
  description:
    'What a text shows of an address. Nothing is fetched from it: the title is its last part, or its host.',
  fields: (t) => ({
    type: t.field({ type: KindEnum, description: 'How it is shown.', resolve: ({ type }) => type }),
    title: t.exposeString('title', { description: 'The title.' }),
    site: t.exposeString('site', { description: 'The name of the service, or the host of the address.' }),
    html: t.string({
      nullable: true,
      description: 'The frame, for the type rich.',
      resolve: (embed) => ('html' in embed ? embed.html : null),
    }),
    integration: t.string({
      nullable: true,
      description: 'The name of the integration, for the type integration.',
      resolve: (embed) => ('integration' in embed ? embed.integration : null),
    }),
    block: t.field({
      type: BlockType,
      nullable: true,
      description: 'The block, for the type integration.',
      resolve: (embed) => ('block' in embed ? embed.block : null),
    }),
  }),
})

queryField('embed', getEmbed, { type: EmbedType, description: 'What a text shows of an address.' })
nestedField(SpaceType, 'embed', getEmbedInSpace, {
  type: EmbedType,
  isLookup: true,
  description: 'What texts of the space show of an address. Null if the space is deleted.',
  given: ({ id }) => ({ spaceId: id }),
  givenNames: ['spaceId'],
})
