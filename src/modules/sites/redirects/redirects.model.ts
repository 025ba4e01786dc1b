import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { fieldsByKind } from '../../../core/fields-by-kind.ts'
import { mustBe } from '../../../core/input-errors.ts'
import { siteAt, WebAddress } from '../sites.model.ts'
import { whyUnreachable } from './reachable.ts'

/** The most redirects of one site. */
export const MOST_REDIRECTS = 1_000

export const RedirectKind = z
  .enum(['site-section', 'site-space', 'site-page', 'url'])
  .meta({ description: 'The kind of the destination.' })
export type RedirectKind = z.output<typeof RedirectKind>

const Source = z
  .string()
  .max(512)
  .regex(/^(?:\/[^\s/?#]+)+\/?$/, {
    error: mustBe('a path on the site such as /old/page, without query and fragment'),
  })
  .overwrite((path) => path.replace(/\/$/, ''))
  .meta({
    description:
      'The path on the site that is redirected, such as /old/page. At most 512 characters; a slash at the end does not count. Paths that no reader can open are rejected, such as /../page and /~search.',
    examples: ['/old/page'],
  })

/** A source that readers can open. Redirects from before this was checked can still be found. */
const ReachableSource = Source.superRefine((path, context) => {
  const message = whyUnreachable(path)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

export const Destination = z
  .object({
    kind: RedirectKind,
    siteSection: idField('SiteSection', 'The ID of the section, for the kind site-section.').optional(),
    siteSpace: idField(
      'SiteSpace',
      'The ID of the site space, for the kinds site-space and site-page.',
    ).optional(),
    page: idField('Page', 'The ID of the page, for the kind site-page.').optional(),
    url: WebAddress.meta({ description: 'The URL, for the kind url.' }).optional(),
  })
  .superRefine(
    fieldsByKind({
      'site-section': ['siteSection'],
      'site-space': ['siteSpace'],
      'site-page': ['siteSpace', 'page'],
      url: ['url'],
    }),
  )
  .meta({ title: 'SiteRedirectDestination', description: 'The destination of a redirect.' })
export type Destination = z.output<typeof Destination>

const redirectAt = {
  organizationId: siteAt.organizationId,
  siteId: siteAt.siteId.optional(),
  siteRedirectId: idField('SiteRedirect', 'The ID of the redirect.'),
}

export const ListRedirects = z.object(siteAt)
export const FindRedirect = z.object({ ...siteAt, source: Source })
export const GetRedirect = z.object(redirectAt)
export const CreateRedirect = z.object({ ...siteAt, source: ReachableSource, destination: Destination })
export const UpdateRedirect = z.object({
  ...redirectAt,
  source: ReachableSource.optional(),
  destination: Destination.optional(),
})
export const DeleteRedirect = z.object(redirectAt)
