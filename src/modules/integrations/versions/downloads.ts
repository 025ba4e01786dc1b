import { createHash } from 'node:crypto'
import { fileResponseHeaders } from '../../../core/files/headers.ts'
import type { Download, Downloads } from '../../../core/operations/downloads.ts'
import type { IntegrationVersion } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import type { StoredBytes } from '../../../platform/stored-bytes.ts'
import { ORGANIZATION_NOT_DELETED } from '../../organizations/index.ts'
import { SCRIPT_TYPE } from './files.ts'

const VERSION = statement<Version>({
  name: 'integrationVersion',
  text: `SELECT x."name", x."visibility", v."number", v."script", v."icon", v."previewImages", v."contentSecurityPolicy"
    FROM "Integration" x JOIN "Organization" o ON o."id" = x."organizationId" AND ${ORGANIZATION_NOT_DELETED}
    JOIN "IntegrationVersion" v ON v."integrationId" = x."id"
    WHERE x."id" = $1 AND v."number" = $2::int`,
})
const FILE = statement<{ contentType: string; size: number }>({
  name: 'integrationFile',
  text: 'SELECT "contentType", "size" FROM "IntegrationFile" WHERE "name" = $1 AND "hash" = $2',
})
const PIECE = statement<{ piece: Buffer }>({
  name: 'integrationFilePiece',
  text: `SELECT substring("bytes" FROM $3::int FOR $4::int) AS "piece" FROM "IntegrationFile"
    WHERE "name" = $1 AND "hash" = $2`,
})

type Version = Pick<
  IntegrationVersion,
  'number' | 'script' | 'icon' | 'previewImages' | 'contentSecurityPolicy'
> & {
  name: string
  visibility: string
}

/** Nothing of an integration can act on the origin of the API, also when a browser opens it as a page. */
const INERT = "sandbox; default-src 'none'"
const FOR_SITES = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' }

/** All policies of a header apply, so that of an integration can only restrict further. */
const scriptHeaders = ({ contentSecurityPolicy }: Version) => ({
  ...FOR_SITES,
  'content-type': `${SCRIPT_TYPE}; charset=utf-8`,
  'content-security-policy': contentSecurityPolicy ? `${contentSecurityPolicy}, ${INERT}` : INERT,
})
const jsonHeaders = {
  ...FOR_SITES,
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': INERT,
}

const fixedBytes = (bytes: Buffer): StoredBytes => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})

function json(value: object): Download {
  const bytes = Buffer.from(JSON.stringify(value))
  return {
    tag: createHash('sha256').update(bytes).digest('base64url'),
    open: async () => ({ bytes: fixedBytes(bytes), headers: jsonHeaders }),
  }
}

/** The pictures of a version by the names in their URLs. */
function picturesOf({ icon, previewImages }: Version): Map<string, string> {
  return new Map([
    ...(icon === null ? [] : [['icon', icon] as const]),
    ...previewImages.map((hash, index) => [`preview-${index + 1}`, hash] as const),
  ])
}

async function findVersion(
  db: Queryable,
  { integrationId, version }: { integrationId: string; version: number },
): Promise<Version | null> {
  const [found] = await db.query(VERSION, [integrationId, version])
  return found ?? null
}

async function findFile(
  db: Queryable,
  { name }: Version,
  hash: string,
  headersOf: (contentType: string) => Record<string, string>,
): Promise<Download | null> {
  const [found] = await db.query(FILE, [name, hash])
  if (!found) return null
  const { contentType, size } = found
  const read = async (offset: number, length: number) => {
    const [row] = await db.query(PIECE, [name, hash, offset + 1, length])
    return row?.piece ?? null
  }
  return { tag: hash, open: async () => ({ bytes: { size, read }, headers: headersOf(contentType) }) }
}

/** The script of a version. Null if there is none. */
export async function findScript(
  db: Queryable,
  at: { integrationId: string; version: number },
): Promise<Download | null> {
  const version = await findVersion(db, at)
  return version && findFile(db, version, version.script, () => scriptHeaders(version))
}

/** The files of published versions: scripts for everyone, and pictures for those who can see the integration. */
export function integrationDownloads(db: Queryable): Downloads {
  const placeOf = ({ integrationId = '', version = '' }: Record<string, string>) => {
    const [, number] = /^v(\d{1,9})$/.exec(version) ?? []
    return number === undefined ? null : { integrationId, version: Number(number) }
  }
  const versionAt = async (at: Record<string, string>) => {
    const place = placeOf(at)
    return place && findVersion(db, place)
  }
  const picture = async (version: Version | null, name = ''): Promise<Download | null> => {
    if (!version) return null
    const pictures = picturesOf(version)
    if (name === 'index.json') return json({ files: [...pictures.keys()] })
    const hash = pictures.get(name)
    return hash === undefined
      ? null
      : findFile(db, version, hash, (contentType) => fileResponseHeaders({ name, contentType }))
  }
  return {
    paths: {
      '/integrations/:integrationId/:version/files/:file': async (at) =>
        picture(await versionAt(at), at.file),
    },
    open: {
      '/integrations/:integrationId/:version/assets/:file': async (at) => {
        const version = await versionAt(at)
        return version?.visibility === 'private' ? null : picture(version, at.file)
      },
      '/integrations/:integrationId/:version/public': async (at) => {
        const version = await versionAt(at)
        return version && json({ version: version.number, script: 'script.js' })
      },
      '/integrations/:integrationId/:version/public/script.js': async (at) => {
        const place = placeOf(at)
        return place && findScript(db, place)
      },
    },
  }
}
