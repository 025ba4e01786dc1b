import type { BatchDefinition, RequestLoaders } from '../../../core/lists/definitions.ts'
import { type Statement, statement } from '../../../platform/statements/statement.ts'
import { isImageId } from '../images/image-references.ts'
import type { Customization } from './customization.schema.ts'
import { defaultCustomization } from './defaults.ts'
import { type Overrides, overridden } from './overrides.ts'

/** A customization for the API layers. The version is null while nothing was written. */
export interface CustomizationView {
  customization: Customization
  version?: number
}

interface Stored {
  id: string
  settings: object
  version: number
}

/** Settings by the id of what they belong to, which the caller has loaded. */
const storedBy = (stored: Statement<Stored>): BatchDefinition<string, Stored> => ({
  name: stored.name,
  batch: async ({ db }, ids) => {
    const rows = await db.query(stored, [ids])
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => found.get(id) ?? null)
  },
})

const ofSites = storedBy(
  statement<Stored>({
    name: 'customizationOfSite',
    text: 'SELECT "siteId" AS "id", "settings", "version" FROM "SiteCustomization" WHERE "siteId" = ANY($1)',
  }),
)
const ofSiteSpaces = storedBy(
  statement<Stored>({
    name: 'customizationOfSiteSpace',
    text: `SELECT "siteSpaceId" AS "id", "overrides" AS "settings", "version" FROM "SiteSpaceCustomization"
      WHERE "siteSpaceId" = ANY($1)`,
  }),
)

/** How a site looks. Access to the site is checked before. */
export async function customizationOfSite(reads: RequestLoaders, siteId: string): Promise<CustomizationView> {
  const row = await reads.load(ofSites, siteId)
  if (!row) return { customization: defaultCustomization }
  return { customization: { ...defaultCustomization, ...row.settings }, version: row.version }
}

/** How a site space looks. Access to the site space is checked before. */
export async function customizationOfSiteSpace(
  reads: RequestLoaders,
  { id, siteId }: { id: string; siteId: string },
): Promise<CustomizationView & { overrides: Overrides }> {
  const [site, row] = await Promise.all([customizationOfSite(reads, siteId), reads.load(ofSiteSpaces, id)])
  const overrides = { ...row?.settings }
  return {
    overrides,
    customization: overridden(site.customization, overrides),
    ...(row ? { version: row.version } : {}),
  }
}

export const OF_WHOLE_SITE = statement<Omit<Stored, 'version'>>({
  name: 'customizationsOfWholeSite',
  text: `SELECT "siteId" AS "id", "settings" FROM "SiteCustomization" WHERE "siteId" = $1
    UNION ALL SELECT l."siteSpaceId", l."overrides" FROM "SiteSpaceCustomization" l
      JOIN "SiteSpace" x ON x."id" = l."siteSpaceId" WHERE x."siteId" = $1
    UNION ALL SELECT "id", jsonb_build_object('width', "width", 'height', "height") FROM "SiteImage"
      WHERE "siteId" = $1`,
})

export interface Customizations {
  site: Customization
  /** Only those that look different, by id. */
  siteSpaces: Record<string, Customization>
}

/** An image of the site as pages refer to it. Its size is null if the file does not contain it. */
export interface SizedImage {
  width: number | null
  height: number | null
}

/** The images that customizations refer to, by id. */
export type SizedImages = Readonly<Record<string, SizedImage>>

/**
 * How a site looks, those of its site spaces that look different, and the images of the site, in one statement, for any
 * caller to whom the site is shown.
 */
export async function customizationsOf(
  { db }: Pick<RequestLoaders, 'db'>,
  siteId: string,
): Promise<Customizations & { images: SizedImages }> {
  const found = await db.query(OF_WHOLE_SITE, [siteId])
  const [images, rows] = [found.filter(({ id }) => isImageId(id)), found.filter(({ id }) => !isImageId(id))]
  const own = rows.find(({ id }) => id === siteId)
  const site = { ...defaultCustomization, ...own?.settings }
  const siteSpaces = Object.fromEntries(
    rows.flatMap((row) => (row === own ? [] : [[row.id, overridden(site, { ...row.settings })]])),
  )
  return {
    site,
    siteSpaces,
    images: Object.fromEntries(images.map((row) => [row.id, row.settings as SizedImage])),
  }
}
