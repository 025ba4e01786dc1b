import { z } from 'zod'
import type { FieldMeta } from '../../../core/fields.ts'
import { mustBe } from '../../../core/input-errors.ts'
import { decodedPath } from '../../site-addresses/index.ts'
import { ShareKey, WebAddress } from '../../sites/index.ts'
import { claimsWithin, VisitorToken } from '../published.model.ts'

const UnsignedClaims = claimsWithin(8_192).meta({
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
  visitorAuthToken: VisitorToken.optional().meta({
    description: 'The same as `jwtToken` of `visitor`, for requests without a body.',
  }),
  visitor: z
    .object({ jwtToken: VisitorToken.optional(), unsignedClaims: UnsignedClaims.optional() })
    .optional()
    .meta({ title: 'SiteVisitor', description: 'Who opens the address.' }),
})
