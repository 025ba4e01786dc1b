import { DomainError, invalidField } from '../../../core/errors.ts'
import { requireImage } from '../../../core/files/inspect-image.ts'
import { inspectUpload, type NewFile } from '../../../core/files/inspect-upload.ts'
import { newId } from '../../../core/ids.ts'
import type { PrepareContext, WriteContext } from '../../../core/operations/context.ts'
import { sentBytes, withBytes } from '../../../platform/byte-pieces.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { hashInTurns } from '../../../platform/turns/hash-in-turns.ts'
import { FetchDeadline, fetchFile } from '../../content/index.ts'
import { lockSite } from '../sites.changes.ts'
import type { SiteRow } from '../sites.loaders.ts'
import { emitAbout } from '../structure/changes.ts'
import { imageIdIn, isImageId } from './image-references.ts'
import { MAX_IMAGE_BYTES, MAX_IMAGES } from './images.model.ts'

/** An image that is to be stored. */
export interface NewImage extends NewFile {
  hash: string
  sourceUrl: string | null
}

/** Identifies an image by its bytes, and rejects everything else. */
export async function newImage(
  field: string,
  { bytes, record }: NewFile,
  sourceUrl: string | null = null,
): Promise<NewImage> {
  requireImage(field, { bytes, record }, MAX_IMAGE_BYTES)
  return { bytes, record, hash: await hashInTurns(bytes), sourceUrl }
}

export const imageFrom = async (field: string, name: string, bytes: Buffer): Promise<NewImage> =>
  newImage(field, await inspectUpload(name, bytes))

/** Fetches an image. Its name is the last part of the address. */
export async function fetchedImage(
  { tools }: PrepareContext,
  field: string,
  url: string,
  deadline = new FetchDeadline(),
  name = new URL(url).pathname.split('/').at(-1) || 'image',
): Promise<NewImage> {
  try {
    return await newImage(field, await fetchFile(name, url, tools, deadline, MAX_IMAGE_BYTES), url)
  } catch (error) {
    // The caller has to know which of several addresses it was.
    if (error instanceof DomainError) throw new DomainError(error.reason, `${url}: ${error.message}`)
    throw error
  }
}

interface Known {
  id: string
  sourceUrl: string | null
}
const KNOWN = statement<Known>({
  name: 'knownSiteImages',
  text: 'SELECT "id", "sourceUrl" FROM "SiteImage" WHERE "siteId" = $1 AND ("id" = ANY($2) OR "sourceUrl" = ANY($3))',
})

/** What the references of settings mean: images of the site, or new ones. */
export type PreparedImages = ReadonlyMap<string, string | NewImage>

/**
 * Finds the images that settings refer to, and fetches those that are elsewhere. An address that was fetched for the
 * site before is not fetched again. References in `kept`, which are stored already, stay as they are.
 */
export async function prepareImages(
  ctx: PrepareContext,
  siteId: string,
  references: readonly string[],
  kept: readonly string[] = [],
): Promise<PreparedImages> {
  const found = new Map<string, string | NewImage>(kept.map((reference) => [reference, reference]))
  const wanted = [...new Set(references)].filter((reference) => !found.has(reference))
  if (wanted.length === 0) return found
  const ids = new Map(wanted.map((reference) => [reference, imageIdIn(ctx.tools.settings, reference)]))
  const rows = await ctx.reads.db.query(KNOWN, [siteId, [...ids.values()].filter(Boolean), wanted])
  const deadline = new FetchDeadline()
  for (const [reference, id] of ids) {
    const row = rows.find((each) => (id === null ? each.sourceUrl === reference : each.id === id))
    if (!row && id !== null) throw invalidField('images', `there is no image ${id} on this site`)
    found.set(reference, row?.id ?? (await fetchedImage(ctx, 'images', reference, deadline)))
  }
  return found
}

const STORE = statement<{ id: string; isNew: boolean }>({
  name: 'siteImageStore',
  text: `INSERT INTO "SiteImage" ("id", "siteId", "name", "contentType", "size", "width", "height", "hash", "sourceUrl",
      "bytes", "createdAt")
    SELECT $1, $2, $3, $4, $5::int, $6::int, $7::int, $8, $9, ${sentBytes('$10', '$11')}, $12::timestamptz
    ON CONFLICT ("siteId", "hash") DO UPDATE SET "sourceUrl" = coalesce(EXCLUDED."sourceUrl", "SiteImage"."sourceUrl")
    RETURNING "id", "id" = $1 AS "isNew"`,
})

/** Stores an image, unless the site has one with the same bytes. Returns its id. */
export async function storeImage(ctx: WriteContext, site: SiteRow, image: NewImage): Promise<string> {
  await lockSite(ctx, site.id)
  const { db } = ctx.reads
  const { name, contentType, size, width, height } = image.record
  const given = [
    newId('SiteImage'),
    site.id,
    name,
    contentType,
    size,
    width,
    height,
    image.hash,
    image.sourceUrl,
  ]
  const [row] = await withBytes(db, image.bytes, (whole, upload) =>
    db.query(STORE, [...given, whole, upload, ctx.now()]),
  )
  if (!row) throw new Error('The image was not stored.')
  if (row.isNew) {
    if ((await ctx.tx.siteImage.count({ where: { siteId: site.id } })) > MAX_IMAGES) {
      throw new DomainError('conflict', `A site can have at most ${MAX_IMAGES} images. Delete one first.`)
    }
    emitAbout(ctx, site, 'site_image.created', row.id)
  }
  return row.id
}

/** Stores what was prepared, and returns the id for each reference. */
export async function storeImages(
  ctx: WriteContext,
  site: SiteRow,
  prepared: PreparedImages,
): Promise<(reference: string) => string> {
  const ids = new Map<string, string>()
  for (const [reference, image] of prepared) {
    ids.set(reference, typeof image === 'string' ? image : await storeImage(ctx, site, image))
  }
  return (reference) => ids.get(reference) ?? reference
}

const USED = statement<{ place: string }>({
  name: 'siteImageUsed',
  text: `SELECT 'customization of the site' AS "place" FROM "SiteCustomization"
      WHERE "siteId" = $1 AND strpos("settings"::text, $2) > 0
    UNION ALL SELECT 'customization of the site space ' || l."siteSpaceId" FROM "SiteSpaceCustomization" l
      JOIN "SiteSpace" x ON x."id" = l."siteSpaceId" WHERE x."siteId" = $1 AND strpos(l."overrides"::text, $2) > 0
    UNION ALL SELECT 'icon of the site' FROM "Site" WHERE "id" = $1 AND strpos("icon"::text, $2) > 0 LIMIT 1`,
})

/** Rejects the removal of an image that is shown. */
export async function requireUnused(db: Queryable, siteId: string, id: string): Promise<void> {
  if (!isImageId(id)) return
  const [used] = await db.query(USED, [siteId, `"${id}"`])
  if (!used) return
  throw new DomainError('conflict', `The image is part of the ${used.place}. Remove it there first.`)
}
