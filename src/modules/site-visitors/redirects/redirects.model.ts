import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { mustBe } from '../../../core/input-errors.ts'
import { whyUnreachable } from '../../site-addresses/index.ts'
import { ShareKey, siteAt, WebAddress } from '../../sites/index.ts'
import { storedSource } from './sources.ts'

/** The most redirects of one site, drafts included. */
export const MAX_REDIRECTS = 1_000
const MAX_PATH = 512

const A_PATH = mustBe('a path on the site such as /old/page, without query and fragment')

const isEncodable = (source: string) => storedSource(source) !== null

const Written = z
  .string()
  .max(MAX_PATH)
  .regex(/^(?:\/[^\s/?#*]+)+(?:\/?\*|\/)?$/, { error: A_PATH })

/** A source in the encoding in which it is stored. */
const stored = (written: typeof Written) =>
  written
    .refine(isEncodable, { error: mustBe('a path that is encoded correctly'), abort: true })
    .overwrite((source) => storedSource(source) ?? source)
    .refine((source) => source.length <= MAX_PATH, {
      error: mustBe(`a path of at most ${MAX_PATH} characters when it is encoded`),
    })
    .meta({
      description:
        'The path on the site that is redirected, such as /old/page. At most 512 characters when it is encoded; a slash at the end does not count. A `*` at the end matches every continuation of the path: /old/* is every path below /old. Paths that no reader can open are rejected, such as /../page and /~search.',
      examples: ['/old/page'],
    })

const Source = stored(Written)

/** A source that readers can open. Redirects from before this was checked can still be found. */
const ReachableSource = stored(
  Written.superRefine((path, context) => {
    const message = whyUnreachable(path.replace(/\/$/, ''))
    if (message !== null) context.addIssue({ code: 'custom', message })
  }),
)

const siteSpaceId = idField('SiteSpace', 'The ID of the site space.')
const destinations = {
  section: z
    .object({
      kind: z.literal('site-section'),
      siteSectionId: idField('SiteSection', 'The ID of the section.'),
    })
    .meta({ description: 'A section of the site.' }),
  space: z
    .object({ kind: z.literal('site-space'), siteSpaceId })
    .meta({ description: 'A site space of the site.' }),
  page: z
    .object({ kind: z.literal('site-page'), siteSpaceId, pageId: idField('Page', 'The ID of the page.') })
    .meta({ description: 'A page of a site space.' }),
  external: z
    .object({ kind: z.literal('external'), url: WebAddress.meta({ description: 'The URL.' }) })
    .meta({ description: 'A URL.' }),
}
const { section, space, page, external } = destinations

/** The destination of a redirect, as it is stored and returned. */
export const Destination = z
  .discriminatedUnion('kind', [section, space, page, external])
  .meta({ title: 'SiteRedirectDestination', description: 'The destination of a redirect.' })
export type Destination = z.output<typeof Destination>

export const RedirectKind = z.enum(['site-section', 'site-space', 'site-page', 'external'])

const pathInSpace = z
  .object({
    kind: z.literal('path'),
    spaceId: idField('Space', 'The ID of a space of the site.'),
    path: z.string().trim().min(1).max(2048).meta({ description: 'The path of the page in the space.' }),
  })
  .meta({ description: 'The page that is at a path of a space now. It is stored as that page.' })

const GivenDestination = z
  .discriminatedUnion('kind', [section, space, page, external, pathInSpace])
  .meta({ title: 'SiteRedirectDestination', description: 'The destination of a redirect.' })
export type GivenDestination = z.output<typeof GivenDestination>

const captureWildcard = z.boolean().meta({
  description:
    'Whether what the `*` at the end of the source matches is appended to the path of the destination.',
})
const draft = z.boolean().meta({
  description:
    'Whether it is a draft, which the published site does not follow. A source can have one of each.',
})
const permanent = z.boolean().meta({
  description:
    'Whether browsers and search engines may keep it (308). On a site that is not open to everyone it is temporary anyway.',
})

const redirectAt = {
  organizationId: siteAt.organizationId,
  siteId: siteAt.siteId.optional(),
  siteRedirectId: idField('SiteRedirect', 'The ID of the redirect.'),
}

export const RedirectFilters = z.object({
  draft: z.boolean().default(false).meta({ description: 'True for drafts only, false for all others.' }),
  search: z.string().trim().max(MAX_PATH).optional().meta({
    description: 'Only redirects whose source contains this text.',
  }),
})
export type RedirectFilters = z.output<typeof RedirectFilters>

export const ListRedirects = z.object(siteAt).extend(RedirectFilters.shape)
export const FindRedirect = z.object({ ...siteAt, source: Source, shareKey: ShareKey.optional() })
export const GetRedirect = z.object(redirectAt)
export const CreateRedirect = z.object({
  ...siteAt,
  source: ReachableSource,
  destination: GivenDestination,
  captureWildcard: captureWildcard.default(false),
  draft: draft.default(false),
  permanent: permanent.default(false),
})
export const UpdateRedirect = z.object({
  ...redirectAt,
  source: ReachableSource.optional(),
  destination: GivenDestination.optional(),
  captureWildcard: captureWildcard.optional(),
  draft: draft.optional(),
  permanent: permanent.optional(),
})
/** The most redirects of one request. */
export const MAX_UPSERTED = 500

export const UpsertIntent = z.enum(['live', 'draft', 'publish'])

const Upserted = z
  .object({
    source: ReachableSource,
    intent: UpsertIntent.default('live').meta({
      description:
        'What is changed: the redirect that readers follow, its draft, or both, where the draft replaces the other.',
    }),
    destination: GivenDestination.nullable().optional().meta({
      description: 'Where it leads; null deletes the redirect. Not for the intent publish.',
    }),
    captureWildcard: captureWildcard.default(false),
    permanent: permanent.optional(),
  })
  .superRefine(({ intent, destination }, context) => {
    if ((intent === 'publish') === (destination === undefined)) return
    const message =
      intent === 'publish'
        ? 'must not be given for the intent publish: the draft has it'
        : 'must be given, or be null to delete the redirect'
    context.addIssue({ code: 'custom', path: ['destination'], message })
  })
  .meta({ title: 'SiteRedirectOperation', description: 'One change of a redirect.' })
export type UpsertedRedirect = z.output<typeof Upserted>

export const UpsertRedirects = z.object({
  ...siteAt,
  redirects: z
    .array(Upserted)
    .min(1)
    .max(MAX_UPSERTED)
    .meta({ description: `The changes, which are made in this order. At most ${MAX_UPSERTED}.` }),
})
export const UpsertStatus = z.enum(['created', 'updated', 'deleted', 'published', 'error'])

export const DeleteRedirect = z.object(redirectAt)
