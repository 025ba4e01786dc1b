import { holdsScope } from '../../../core/access/viewer.ts'
import type { BatchDefinition } from '../../../core/lists/definitions.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { ORGANIZATION_NOT_DELETED } from '../../organizations/index.ts'
import { declarePublications, type Publication, type PublicationKey } from '../../spaces/index.ts'
import { digestOfShareKey, WRONG_KEY_POINTS } from '../share-links/share-links.model.ts'
import { SiteVisibility } from '../sites.model.ts'
import type { Addressed } from '../sites.urls.ts'
import { MAX_SITE_SPACES } from '../structure/structure.model.ts'
import { type AddressedSpace, publishedSiteSpaceUrl } from '../structure/structure.urls.ts'

type Row = Addressed &
  AddressedSpace & {
    spaceId: string
    digest: string
    visibility: string
    backend: string | null
    /** Whether the share key is that of an active link of the site. */
    isLinked: boolean
  }

/** The number of the visibility in this order, the widest first. */
const WIDTH = `array_position(ARRAY[${SiteVisibility.options.map((each) => `'${each}'`).join(', ')}], i."visibility")`

/**
 * The widest published site of each space, and that of the share link, if there is one. Sites that are not public, and
 * parts with a condition, are for members, whose token can read sites, and for holders of a share key.
 */
const STATEMENT = statement<Row>({
  name: 'publicationsOfSpaces',
  text: `SELECT DISTINCT ON (k.space, k.digest, l."id" IS NOT NULL) k.space AS "spaceId", k.digest,
      l."id" IS NOT NULL AS "isLinked", i."id", i."organizationId", i."basename", i."hostname", i."proxy",
      i."publishedAt", i."visibility", o."hostname" AS "organizationHostname", a."backend",
      x."path", x."isDefault", c."path" AS "sectionPath", c."isDefault" AS "sectionIsDefault"
    FROM unnest($1::text[], $2::text[]) AS k(space, digest)
    JOIN "SiteSpace" x ON x."spaceId" = k.space
    JOIN "Site" i ON i."id" = x."siteId" AND i."publishedAt" IS NOT NULL
    JOIN "Organization" o ON o."id" = i."organizationId" AND ${ORGANIZATION_NOT_DELETED}
    LEFT JOIN "SiteSection" c ON c."id" = x."sectionId"
    LEFT JOIN "SitePublishingAuth" a ON a."siteId" = i."id"
    LEFT JOIN "ShareLink" l ON l."siteId" = i."id" AND l."keyDigest" = k.digest AND l."active"
    LEFT JOIN "Member" m ON m."organizationId" = i."organizationId" AND m."userId" = $3
    WHERE i."visibility" = 'public' AND x."condition" IS NULL AND c."condition" IS NULL OR l."id" IS NOT NULL OR ($4 AND m."role" IS NOT NULL AND NOT m."disabled")
    ORDER BY k.space, k.digest, l."id" IS NOT NULL, ${WIDTH}, x."id"`,
})

const widthOf = ({ visibility }: Row) => SiteVisibility.options.indexOf(SiteVisibility.parse(visibility))

function publicationIn(rows: readonly Row[], shareKey: string | undefined): Publication | null {
  const [widest, other] = [...rows].sort((one, two) => widthOf(one) - widthOf(two))
  if (!widest) return null
  const visibility = SiteVisibility.parse(widest.visibility)
  const linked = [widest, other].find((row) => row?.isLinked)
  return {
    visibility,
    visitorAuth: visibility === 'visitor-auth' ? { backend: widest.backend ?? 'custom' } : null,
    urlOn: (urls) =>
      linked
        ? publishedSiteSpaceUrl(urls, linked, linked, shareKey)
        : publishedSiteSpaceUrl(urls, widest, widest),
  }
}

const digestIn = ({ shareKey }: PublicationKey) => (shareKey ? digestOfShareKey(shareKey) : '')
const publicationKeyOf = (spaceId: string, digest: string) => `${spaceId} ${digest}`

const publications: BatchDefinition<PublicationKey, Publication> = {
  name: 'publicationsOfSpaces',
  // As many as the structure of a site has.
  maxKeys: MAX_SITE_SPACES,
  cacheKey: (key) => publicationKeyOf(key.spaceId, digestIn(key)),
  batch: async ({ db, viewer, meter }, keys) => {
    const digests = keys.map(digestIn)
    const rows = await db.query(STATEMENT, [
      keys.map(({ spaceId }) => spaceId),
      digests,
      viewer.userId,
      holdsScope(viewer, 'site:read'),
    ])
    const found = new Map<string, Row[]>()
    for (const row of rows) {
      const key = publicationKeyOf(row.spaceId, row.digest)
      found.set(key, [...(found.get(key) ?? []), row])
    }
    return keys.map(({ spaceId, shareKey }, index) => {
      const own = found.get(publicationKeyOf(spaceId, digests[index] ?? '')) ?? []
      if (shareKey && !own.some(({ isLinked }) => isLinked)) meter.charge(WRONG_KEY_POINTS)
      return publicationIn(own, shareKey)
    })
  },
}

declarePublications(publications)
