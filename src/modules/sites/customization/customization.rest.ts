import { z } from 'zod'
import type { Urls } from '../../../http/urls.ts'
import { deletion, route, type View } from '../../../rest/route.ts'
import { imageUrl, withImages } from '../images/image-references.ts'
import { sitePath } from '../sites.paths.ts'
import type { CustomizationView } from './customization.loaders.ts'
import { Customization } from './customization.schema.ts'
import {
  deleteSiteSpaceCustomization,
  getCustomization,
  getSiteSpaceCustomization,
  overrideCustomization,
  replaceCustomization,
  updateCustomization,
} from './customization.service.ts'

const CodeThemes = z.object({ light: z.literal('default-light'), dark: z.literal('default-dark') })

/** With what newer clients read: the actions of pages in one list, and what cannot be changed. */
export const RestCustomization = Customization.extend({
  styling: Customization.shape.styling.extend({
    codeTheme: z.object({ default: CodeThemes, openapi: CodeThemes }),
  }),
  pageActions: Customization.shape.pageActions.extend({
    items: z.array(z.enum(['external-ai', 'markdown', 'git', 'pdf'])).meta({
      description: 'The actions of pages that are turned on by `pageActions`, `git` and `pdf`.',
    }),
  }),
  socialAccounts: z.array(z.unknown()).meta({ description: 'Always empty.' }),
}).meta({ id: 'SiteCustomization' })

const CODE_THEMES = { light: 'default-light', dark: 'default-dark' } as const

export function toRestCustomization(
  stored: Customization,
  { settings }: Pick<Urls, 'settings'>,
): z.input<typeof RestCustomization> {
  const customization = withImages(stored, (reference) => imageUrl(settings, reference))
  const { styling, pageActions, git, pdf } = customization
  return {
    ...customization,
    styling: { ...styling, codeTheme: { default: CODE_THEMES, openapi: CODE_THEMES } },
    pageActions: {
      ...pageActions,
      items: [
        ...(pageActions.externalAI ? ['external-ai' as const] : []),
        ...(pageActions.markdown ? ['markdown' as const] : []),
        ...(git.showEditLink ? ['git' as const] : []),
        ...(pdf.enabled ? ['pdf' as const] : []),
      ],
    },
    socialAccounts: [],
  }
}

const one = {
  response: RestCustomization,
  present: ({ customization }: CustomizationView, { urls }: View) => toRestCustomization(customization, urls),
}
const path = `${sitePath}/customization`
const siteSpacePath = `${sitePath}/site-spaces/:siteSpaceId/customization`

export const customizationRoutes = [
  route('GET', path, getCustomization, { ...one, summary: 'Get the customization of a site' }),
  route('PUT', path, replaceCustomization, { ...one, summary: 'Replace the customization of a site' }),
  route('PATCH', path, updateCustomization, {
    ...one,
    summary: 'Change parts of the customization of a site; null restores the default of a part',
  }),
  route('GET', siteSpacePath, getSiteSpaceCustomization, {
    ...one,
    summary: 'Get the customization of a site space: that of the site, with its overrides',
  }),
  route('PATCH', siteSpacePath, overrideCustomization, {
    ...one,
    summary: 'Override the customization of a site in one site space; null clears a field or a group',
  }),
  deletion(siteSpacePath, deleteSiteSpaceCustomization, {
    summary: 'Clear all overrides of a site space',
  }),
]
