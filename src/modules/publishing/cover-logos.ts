import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { declareCoverLogos } from '../pdf/index.ts'
import { readSiteImage } from '../sites/index.ts'

const LOGO = statement<{ id: string }>({
  name: 'coverLogo',
  text: `SELECT i."id" FROM "SiteSpace" x
    JOIN "Site" s ON s."id" = x."siteId" AND s."publishedAt" IS NOT NULL
    JOIN "SiteCustomization" c ON c."siteId" = s."id"
    JOIN "SiteImage" i ON i."siteId" = s."id" AND i."id" = c."settings" #>> '{header,logo,light}'
    WHERE x."spaceId" = $1 ORDER BY s."publishedAt", s."id" LIMIT 1`,
})

/** Covers of PDFs have the logo of the site that shows the space; of several, of the one that was published first. */
declareCoverLogos({
  idFor: async (db: Queryable, spaceId) => (await db.query(LOGO, [spaceId]))[0]?.id ?? null,
  read: readSiteImage,
})
