import { z } from 'zod'
import type { FieldMeta } from '../../../core/fields.ts'
import { mustBe } from '../../../core/input-errors.ts'
import { ShareKey } from '../share-links/share-links.model.ts'
import { WebAddress } from '../sites.model.ts'
import { VisitorToken } from './published.model.ts'
import { decodedPath } from './published-address.ts'

/** The most characters of claims that a visitor sends without proof, as JSON. */
const MAX_CLAIMS = 8_192

const UnsignedClaims = z
  .record(z.string().max(100), z.unknown())
  .refine((claims) => JSON.stringify(claims).length <= MAX_CLAIMS, {
    error: mustBe(`at most ${MAX_CLAIMS} characters of JSON`),
  })
  .meta({
    scalar: 'JSON',
    description: 'Claims of the visitor that nothing proves, by name. Conditions read them as `unsigned`.',
  } satisfies FieldMeta)

const isDecodable = (url: string) => !URL.canParse(url) || decodedPath(new URL(url).pathname) !== null

export const ResolvePublishedUrl = z.object({
  url: WebAddress.refine(isDecodable, { error: mustBe('a URL whose path is encoded correctly') }).meta({
    description:
      'An address on a published site. It can contain the key of a share link, as `shareKey` in the query or as `~/<key>` in the path.',
  }),
  shareKey: ShareKey.optional(),
  redirectOnError: z.boolean().default(false).meta({
    description:
      'Whether visitors without a valid token are redirected to where they sign in, if the site has that.',
  }),
  visitor: z
    .object({ jwtToken: VisitorToken.optional(), unsignedClaims: UnsignedClaims.optional() })
    .optional()
    .meta({ title: 'SiteVisitor', description: 'Who opens the address.' }),
})
