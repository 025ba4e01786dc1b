import { notFound } from '../../../core/errors.ts'
import { columnsOf } from '../../../core/lists/columns.ts'
import type { LoaderDefinition, RequestLoaders } from '../../../core/lists/definitions.ts'
import { type GitConnection, Prisma } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { getSpaceRow } from '../../spaces/index.ts'

/** A connection for callers: without its URL, which may contain credentials. */
export type GitConnectionRow = Omit<GitConnection, 'sealedUrl'>

const { sealedUrl: _url, ...shown } = Prisma.GitConnectionScalarFieldEnum

const BY_SPACE = statement<GitConnectionRow>({
  name: 'gitConnections',
  text: `SELECT ${columnsOf('g', shown)} FROM "GitConnection" g WHERE g."spaceId" = ANY($1)`,
})

/** The connections of spaces that the caller has loaded. */
const connectionOfSpace: LoaderDefinition<string, GitConnectionRow> = {
  name: BY_SPACE.name,
  scope: 'space:read',
  batch: async ({ db }, spaceIds) => {
    const rows = await db.query(BY_SPACE, [spaceIds])
    const found = new Map(rows.map((row) => [row.spaceId, row]))
    return spaceIds.map((id) => found.get(id) ?? null)
  },
}

export async function getConnectionRow(reads: RequestLoaders, spaceId: string): Promise<GitConnectionRow> {
  await getSpaceRow(reads, spaceId)
  const connection = await reads.load(connectionOfSpace, spaceId)
  if (!connection) throw notFound('A Git connection of this space')
  return connection
}
