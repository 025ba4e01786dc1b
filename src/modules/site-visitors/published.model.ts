import { z } from 'zod'
import { MAX_VISITOR_TOKEN } from '../../core/access/visitor-tokens.ts'
import { mustBe } from '../../core/input-errors.ts'
import { ShareKey, siteAt } from '../sites/index.ts'

export const VisitorToken = z.string().max(MAX_VISITOR_TOKEN).meta({
  description:
    'The token of a visitor: a JSON Web Token that is signed with the key of the site (HS256) and has an expiry.',
})

/** Claims of a visitor, by name, of at most this number of characters as JSON. */
export const claimsWithin = (most: number) =>
  z.record(z.string(), z.unknown()).refine((claims) => JSON.stringify(claims).length <= most, {
    error: mustBe(`at most ${most} characters of JSON`),
  })

const PreviewToken = z.string().max(MAX_VISITOR_TOKEN).meta({
  description: 'The token in the URL of a preview. The site is shown as its visitors see it.',
})

export const GetPublishedSite = z.object({
  ...siteAt,
  shareKey: ShareKey.optional(),
  jwtToken: VisitorToken.optional().meta({
    description: 'The token of a visitor. The REST API also accepts it as bearer token.',
  }),
  preview: PreviewToken.optional(),
})
