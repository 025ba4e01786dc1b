import type { Revision } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { integrationsOfSite, type SiteBlocks } from '../../integrations/index.ts'
import { hashOf } from '../../revisions/index.ts'
import {
  readStructure,
  type SiteScript,
  type StructureRows,
  type VisitedSite,
} from '../../site-visitors/index.ts'
import { type Customizations, customizationsOf, type SizedImages } from '../../sites/index.ts'

/** The content of a space: the columns of its current revision that identify it. */
export type SpaceContent = Pick<
  Revision,
  | 'id'
  | 'spaceId'
  | 'pagesRoot'
  | 'foldersRoot'
  | 'filesRoot'
  | 'reusablesRoot'
  | 'variables'
  | 'hasComputed'
  | 'createdAt'
>

/** What a node knows of a site: everything besides the content of its pages, before it is decided who sees it. */
export interface KnownSite {
  site: VisitedSite
  structure: StructureRows
  customizations: Customizations
  scripts: readonly SiteScript[]
  /** The integrations whose blocks its pages can show. */
  blocks: readonly SiteBlocks[]
  /** The images of the frame, by their ids. */
  images: SizedImages
  /** By the id of the space. */
  contents: ReadonlyMap<string, SpaceContent>
  hasRedirects: boolean
  /** Changes with everything that pages are made of. */
  fingerprint: string
  bytes: number
}

interface ContentRow extends SpaceContent {
  hasRedirects: boolean
  specs: string
}

export const CONTENT_COLUMNS = `r."id", r."spaceId", r."pagesRoot", r."foldersRoot", r."filesRoot", r."reusablesRoot", r."variables",
  r."hasComputed", r."createdAt"`

const CONTENTS = statement<ContentRow>({
  name: 'publishedContents',
  text: `SELECT ${CONTENT_COLUMNS}, EXISTS (SELECT 1 FROM "SiteRedirect" d WHERE d."siteId" = $1) AS "hasRedirects",
      (SELECT md5(coalesce(string_agg(x."id" || coalesce(x."lastVersionId", ''), ',' ORDER BY x."id"), ''))
        FROM "OpenAPISpec" x WHERE x."organizationId" = $2) AS "specs"
    FROM (SELECT DISTINCT "spaceId" FROM "SiteSpace" WHERE "siteId" = $1) p
    JOIN "Space" s ON s."id" = p."spaceId" AND s."deletedAt" IS NULL
    JOIN "Revision" r ON r."id" = s."revisionId"`,
})

/** Reads a site for all of its readers. */
export async function readSite(db: Queryable, site: VisitedSite): Promise<KnownSite> {
  const [structure, { images, ...customizations }, { scripts, blocks }, rows] = await Promise.all([
    readStructure({ db }, site.id),
    customizationsOf({ db }, site.id),
    integrationsOfSite(db, site.id),
    db.query(CONTENTS, [site.id, site.organizationId]),
  ])
  const text = JSON.stringify([
    siteFacts(site),
    structure.siteSpaces.map(({ id, parentId, path, condition, isDefault, orderKey, sectionId, ...row }) => [
      ...[id, parentId, path, condition, isDefault, orderKey, sectionId],
      ...spaceFacts(row as unknown as Record<string, unknown>),
    ]),
    structure.sections,
    structure.groups,
    customizations,
    scripts,
    blocks,
    rows,
    images,
  ])
  return {
    site,
    structure,
    customizations,
    scripts,
    blocks,
    images,
    contents: new Map(rows.map((row) => [row.spaceId, row])),
    hasRedirects: rows[0]?.hasRedirects ?? false,
    fingerprint: hashOf(text),
    bytes: 4 * text.length,
  }
}

const siteFacts = ({
  id,
  title,
  visibility,
  publishedAt,
  hostname,
  basename,
  proxy,
  icon,
  jsonSchema,
  ...site
}: VisitedSite) => [
  ...[id, title, visibility, publishedAt, hostname, basename, proxy, icon, jsonSchema],
  site.organizationHostname,
]

/** The columns of the space that readers see. Others, such as counts, change all the time. */
const spaceFacts = (row: Record<string, unknown>): unknown[] =>
  ['title', 'emoji', 'language', 'revisionId', 'iconURL'].map((name) => row[`space.${name}`])
