import { z } from 'zod'
import { route, type View } from '../../../rest/route.ts'
import { type Resolved, resolvePublishedUrl } from './resolving.service.ts'
import { basePathOf, pathnameOf, placeUrl, siteBasePathOf } from './resolving.urls.ts'

const RestRedirect = z.object({
  target: z.enum(['content', 'external']).meta({
    description: '`content` for another address of the site, `external` for any other.',
  }),
  redirect: z.string().meta({ description: 'The URL to open instead.' }),
  site: z.string().optional().meta({ description: 'The ID of the site, if `target` is `external`.' }),
})
const RestPlace = z.object({
  organization: z.string(),
  site: z.string(),
  siteSection: z.string().optional(),
  siteSpace: z.string(),
  space: z.string(),
  page: z.string().optional().meta({
    description:
      'The ID of the page. Absent at the address of the site space itself, and where the caller sees no page.',
  }),
  basePath: z.string().meta({ description: 'The path of the site space in its address.' }),
  siteBasePath: z.string().meta({ description: 'The path of the site in its address.' }),
  pathname: z.string().meta({ description: 'The path in the space, whether or not there is a page.' }),
  shareKey: z.string().optional().meta({ description: 'The key of the share link that opened the site.' }),
  apiToken: z.string().optional().meta({
    description:
      'A bearer token that is valid until the end of the day (UTC) and the same for all visitors who see the same. It reads this site (published site, structure, customization, spaces and their content) and searches it as this visitor, and nothing else. Absent if the site does not admit the caller as a visitor.',
  }),
  complete: z.boolean().meta({
    description:
      'Whether nothing that is appended to the address can mean another section or site space. False at an address below which the caller sees others.',
  }),
  canonicalUrl: z.string().meta({
    description:
      'The address that search engines should know. In the preview of a site that is not published, where it will be.',
  }),
})
const RestResolved = z.union([RestRedirect, RestPlace]).meta({ id: 'PublishedLocation' })

function toRestResolved(resolved: Resolved, { urls }: View): z.input<typeof RestResolved> {
  if (resolved.kind === 'elsewhere') {
    return { target: 'external', redirect: resolved.url, site: resolved.siteId }
  }
  const { site, row, page, shareKey } = resolved
  if (resolved.kind === 'redirect') {
    return { target: 'content', redirect: placeUrl(urls, resolved, shareKey) }
  }
  return {
    organization: site.organizationId,
    site: site.id,
    siteSection: row.sectionId ?? undefined,
    siteSpace: row.id,
    space: row.spaceId,
    page: page?.id,
    basePath: basePathOf(urls, resolved),
    siteBasePath: siteBasePathOf(urls, resolved),
    pathname: pathnameOf(resolved),
    shareKey,
    apiToken: resolved.apiToken ?? undefined,
    complete: resolved.complete,
    canonicalUrl: placeUrl(urls, resolved),
  }
}

/** An address, a token and claims, with what JSON adds to them. */
const BODY_BYTES = 64 * 1024

export const resolvingRoutes = [
  route('GET', '/urls/published', resolvePublishedUrl, {
    summary: 'Resolve an address on a published site, with the parameters in the query',
    response: RestResolved,
    present: toRestResolved,
  }),
  route('POST', '/urls/published', resolvePublishedUrl, {
    summary: 'Resolve an address on a published site, for a member, a visitor or anyone',
    response: RestResolved,
    present: toRestResolved,
    bodyLimit: BODY_BYTES,
  }),
]
