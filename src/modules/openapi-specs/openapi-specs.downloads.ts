import type { Download, Downloads } from '../../core/operations/downloads.ts'
import type { Queryable } from '../../platform/database.ts'
import { type Statement, statement } from '../../platform/statements/statement.ts'
import { ORGANIZATION_NOT_DELETED } from '../organizations/index.ts'

interface Found {
  specId: string
  bundle: string
  size: number
}

const BUNDLE = `SELECT v."specId", v."bundle", d."size" FROM "OpenAPISpec" x
  JOIN "Organization" o ON o."id" = x."organizationId" AND ${ORGANIZATION_NOT_DELETED}
  JOIN "OpenAPISpecVersion" v ON v."specId" = x."id"
  JOIN "OpenAPIDocument" d ON d."specId" = v."specId" AND d."hash" = v."bundle"`
const OF_VERSION = statement<Found>({
  name: 'openAPIBundle',
  text: `${BUNDLE} WHERE x."id" = $1 AND v."id" = $2`,
})
const PUBLISHED = statement<Found>({
  name: 'openAPIBundlePublished',
  text: `${BUNDLE} WHERE x."organizationId" = $1 AND x."slug" = $2 AND x."visibility" = 'public'
    AND v."id" = x."lastVersionId"`,
})
const PIECE = statement<{ piece: Buffer }>({
  name: 'openAPIBundlePiece',
  text: `SELECT substring("bytes" FROM $3::int FOR $4::int) AS "piece" FROM "OpenAPIDocument"
    WHERE "specId" = $1 AND "hash" = $2`,
})

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
}

/** The documents of versions, at signed paths, and those of public specs, at open paths. */
export function specDownloads(db: Queryable): Downloads {
  const find = async (bundleBy: Statement<Found>, key: string[]): Promise<Download | null> => {
    const [found] = await db.query(bundleBy, key)
    if (!found) return null
    const { specId, bundle, size } = found
    const read = async (offset: number, length: number) => {
      const [row] = await db.query(PIECE, [specId, bundle, offset + 1, length])
      return row?.piece ?? null
    }
    return { tag: bundle, open: async () => ({ bytes: { size, read }, headers: HEADERS }) }
  }
  return {
    paths: {
      '/openapi/:specId/versions/:versionId/bundle.json': ({ specId = '', versionId = '' }) =>
        find(OF_VERSION, [specId, versionId]),
    },
    open: {
      '/openapi/:organizationId/:name': async ({ organizationId = '', name = '' }) =>
        name.endsWith('.json') ? find(PUBLISHED, [organizationId, name.slice(0, -'.json'.length)]) : null,
    },
  }
}
