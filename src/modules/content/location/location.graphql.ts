import { builder } from '../../../graphql/builder.ts'
import { queryField } from '../../../graphql/field.ts'
import { ChangeRequestType } from '../../change-requests/index.ts'
import { SpaceType } from '../../spaces/index.ts'
import { PageType } from '../pages/pages.graphql.ts'
import { type ContentLocation, getContentLocation } from './location.service.ts'

const ContentLocationType = builder.objectRef<ContentLocation>('ContentLocation').implement({
  description: 'What an address in the app leads to.',
  fields: (t) => ({
    space: t.field({ type: SpaceType, description: 'The space.', resolve: ({ space }) => space }),
    changeRequest: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: 'The change request. Null for main content.',
      resolve: ({ changeRequest }) => changeRequest,
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description: 'The page. Null at the address of the space itself, and where there is none.',
      resolve: ({ page }) => page,
    }),
  }),
})

queryField('contentByUrl', getContentLocation, {
  type: ContentLocationType,
  description: 'The space, the change request and the page at an address in the app.',
})
