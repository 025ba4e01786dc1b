import type { z } from 'zod'
import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { deletedPayload, mutation, nestedField } from '../../../graphql/field.ts'
import { outputFields } from '../../../graphql/output.ts'
import { imageUrl, withImages } from '../images/image-references.ts'
import { SiteType } from '../sites.graphql.ts'
import { SiteSpaceType } from '../structure/structure.graphql.ts'
import type { CustomizationView } from './customization.loaders.ts'
import { Customization } from './customization.schema.ts'
import {
  deleteSiteSpaceCustomization,
  getCustomization,
  getSiteSpaceCustomization,
  overrideCustomization,
  updateCustomization,
} from './customization.service.ts'
import { Values } from './values.ts'

for (const [name, values] of Object.entries<z.ZodEnum<Record<string, string>>>(Values)) {
  const descriptions = Object.fromEntries(values.options.map((value) => [value, `The value \`${value}\`.`]))
  graphqlEnum(`SiteCustomization${name}`, values, values.meta()?.description ?? '', descriptions)
}

export const CustomizationType = builder.objectRef<CustomizationView>('SiteCustomization').implement({
  description: 'How a published site, or one of its site spaces, looks.',
  fields: (t) => ({
    version: t.int({
      nullable: true,
      description: `${versionDescription} Null before it is written.`,
      resolve: ({ version }) => version ?? null,
    }),
    ...Object.fromEntries(
      outputFields(Customization).map(({ name, options, read }) => [
        name,
        t.field({
          ...options,
          resolve: ({ customization }, _args, { urls: { settings } }) =>
            read(withImages(customization, (reference) => imageUrl(settings, reference))),
        }),
      ]),
    ),
  }),
})

nestedField(SiteType, 'customization', getCustomization, {
  type: CustomizationType,
  description: 'How the site looks.',
  given: ({ id }) => ({ siteId: id }),
  givenNames: ['siteId'],
  omit: ['organizationId'],
  subject: (site) => site,
})
nestedField(SiteSpaceType, 'customization', getSiteSpaceCustomization, {
  type: CustomizationType,
  description: 'How the site space looks: as the site does, with its overrides.',
  given: ({ id }) => ({ siteSpaceId: id }),
  givenNames: ['siteSpaceId'],
  omit: ['organizationId', 'siteId'],
  subject: (row) => row,
})

const customization = {
  type: CustomizationType,
  description: 'The customization.',
  from: (view: CustomizationView) => view,
}
mutation('updateSiteCustomization', updateCustomization, {
  description:
    'Changes parts of the customization of a site. Each given part is replaced as a whole, null restores its default, and all others stay.',
  omit: ['organizationId'],
  payload: { customization },
})
mutation('overrideSiteSpaceCustomization', overrideCustomization, {
  description: 'Overrides the customization of a site in one site space. Null clears a field or a group.',
  omit: ['organizationId', 'siteId'],
  payload: { customization },
})
mutation('deleteSiteSpaceCustomization', deleteSiteSpaceCustomization, {
  description: 'Clears all overrides of a site space. Succeeds if there are none.',
  omit: ['organizationId', 'siteId'],
  payload: deletedPayload('The ID of the site space.'),
})
