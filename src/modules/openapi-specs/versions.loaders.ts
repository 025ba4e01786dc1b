import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { BatchDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { loaderById, readOf } from '../../core/lists/loaders.ts'
import { type OpenAPISpecVersion, Prisma } from '../../generated/prisma/client.ts'
import { RawJson } from '../../http/bodies/raw-json.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { joinSpecAccess, type SpecRow } from './openapi-specs.loaders.ts'

/** A version, and what its URLs need. */
export type VersionRow = OpenAPISpecVersion & { organizationId: string; slug: string; visibility: string }

/** A document of a version. */
export interface VersionFile {
  name: string
  hash: string
}

const COLUMNS = `${columnsOf('v', Prisma.OpenAPISpecVersionScalarFieldEnum)}, x."organizationId", x."slug", x."visibility"`
const FROM = '"OpenAPISpecVersion" v JOIN "OpenAPISpec" x ON x."id" = v."specId"'

export const versionById = loaderById<VersionRow>({
  name: 'openAPISpecVersionById',
  scope: 'openapi:read',
  text: `SELECT ${COLUMNS} FROM ${FROM} ${joinSpecAccess('$2')} WHERE v."id" = ANY($1)`,
})

const LATEST = statement<VersionRow>({
  name: 'openAPILatestVersion',
  text: `SELECT ${COLUMNS} FROM ${FROM} WHERE x."organizationId" = $1 AND x."slug" = $2 AND v."id" = x."lastVersionId"`,
})

/** The latest version of a spec, for a caller who was admitted to a page that shows it. */
export async function findLatestVersion(
  db: Queryable,
  organizationId: string,
  slug: string,
): Promise<VersionRow | null> {
  const [version] = await db.query(LATEST, [organizationId, slug])
  return version ?? null
}

/** The versions of a spec, newest first. */
export const versionsOfSpec = defineList<SpecRow, object, VersionRow>({
  name: 'openAPISpecVersions',
  columns: COLUMNS,
  from: FROM,
  match: 'v."specId" = p.key',
  key: ({ id }) => id,
  sort: [{ sql: 'v."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'desc',
})

/** A version of a spec by its id; the newest one without an id. */
export async function getVersionRow(
  reads: RequestLoaders,
  spec: SpecRow,
  versionId: string | null = spec.lastVersionId,
): Promise<VersionRow> {
  const version = versionId === null ? null : await reads.load(versionById, versionId)
  if (version?.specId !== spec.id) throw notFound('This version of the OpenAPI spec')
  return version
}

export const filesOf = ({ files }: Pick<OpenAPISpecVersion, 'files'>): VersionFile[] =>
  files as unknown as VersionFile[]

const DOCUMENTS = statement<{ ord: number; bytes: Buffer }>({
  name: 'openAPIDocuments',
  text: `SELECT k.ord::int, d."bytes" FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(spec, hash, ord)
    JOIN "OpenAPIDocument" d ON d."specId" = k.spec AND d."hash" = k.hash`,
})

/** The documents of versions, as one JSON object each. They are not parsed here. */
const filesystems: BatchDefinition<VersionRow, RawJson> = {
  name: DOCUMENTS.name,
  cacheKey: ({ id }) => id,
  batch: async ({ db, meter }, versions) => {
    meter.admit(versions.reduce((sum, { size }) => sum + size, 0))
    const wanted = versions.flatMap((version) =>
      filesOf(version).map(({ name, hash }) => ({ name, hash, specId: version.specId, id: version.id })),
    )
    const rows = await db.query(DOCUMENTS, [
      wanted.map(({ specId }) => specId),
      wanted.map(({ hash }) => hash),
    ])
    const bytesAt = new Map(rows.map(({ ord, bytes }) => [ord - 1, bytes]))
    return versions.map(({ id }) => {
      const parts = wanted.flatMap((file, index) => {
        const bytes = bytesAt.get(index)
        return file.id === id && bytes ? [{ name: file.name, bytes }] : []
      })
      return new RawJson(
        Buffer.concat([
          Buffer.from('{'),
          ...parts.flatMap(({ name, bytes }, index) => [
            Buffer.from(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`),
            bytes,
          ]),
          Buffer.from('}'),
        ]),
      )
    })
  },
}

/** The documents of a version by name, the entry first. */
export const filesystemOf = readOf(
  'openapi:read',
  async (reads, version: VersionRow): Promise<RawJson> => {
    const found = await reads.load(filesystems, version)
    if (!found) throw notFound('This version of the OpenAPI spec')
    reads.meter.add(found.bytes.length)
    return found
  },
  { forReaders: true },
)
