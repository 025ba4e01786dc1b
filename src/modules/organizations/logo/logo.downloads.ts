import { fileResponseHeaders } from '../../../core/files/headers.ts'
import type { Downloads } from '../../../core/operations/downloads.ts'
import type { OrganizationLogo } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { LOGOS_PATH } from './logo-url.ts'

const FIND = statement<Pick<OrganizationLogo, 'name' | 'contentType' | 'size' | 'hash'>>({
  name: 'organizationLogo',
  text: `SELECT "name", "contentType", "size", "hash" FROM "OrganizationLogo"
    WHERE "organizationId" = $1 AND "hash" = $2`,
})
const PIECE = statement<{ piece: Buffer }>({
  name: 'organizationLogoPiece',
  text: `SELECT substring("bytes" FROM $3::int FOR $4::int) AS "piece" FROM "OrganizationLogo"
    WHERE "organizationId" = $1 AND "hash" = $2`,
})

/** Logos, for everyone who knows their address: people who are invited see them as well. */
export const logoDownloads = (db: Queryable): Downloads => ({
  paths: {},
  open: {
    [`${LOGOS_PATH}/:organizationId/:hash`]: async ({ organizationId = '', hash = '' }) => {
      const [found] = await db.query(FIND, [organizationId, hash])
      if (!found) return null
      const headers = fileResponseHeaders(found)
      const read = async (offset: number, length: number) =>
        (await db.query(PIECE, [organizationId, hash, offset + 1, length]))[0]?.piece ?? null
      return { tag: found.hash, headers, open: async () => ({ headers, bytes: { size: found.size, read } }) }
    },
  },
})
