import { readOperation } from '../../../core/operations/operation.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { getSpaceRow } from '../../spaces/index.ts'
import type { Block } from '../declaration.model.ts'
import { NAME } from '../names.ts'
import { statusOf } from './configuration.ts'
import { ListSpaceBlocks } from './installations.model.ts'

/** The blocks of an integration that pages of a space can have. */
export interface SpaceBlocks {
  name: string
  blocks: Block[]
}

/** The most integrations of one space whose blocks are listed. */
const MAX_INTEGRATIONS = 200

const OF_SPACE = statement<SpaceBlocks & { declarations: unknown; configuration: unknown }>({
  name: 'integrationBlocksOfSpace',
  text: `SELECT ${NAME} AS "name", x."blocks", x."configurations" AS "declarations", n."configuration"
    FROM "Space" s JOIN "IntegrationInstallation" n ON n."organizationId" = s."organizationId"
    JOIN "Integration" x ON x."id" = n."integrationId"
    WHERE s."id" = $1 AND jsonb_array_length(x."blocks") > 0 AND (n."spaceSelection" = 'all' OR EXISTS (
      SELECT 1 FROM "IntegrationPlacement" c WHERE c."installationId" = n."id" AND c."spaceId" = s."id"))
    ORDER BY n."id" LIMIT ${MAX_INTEGRATIONS}`,
})

/** The blocks of the integrations that are installed on a space and configured. */
export const blocksOfSpace = async (db: Queryable, spaceId: string): Promise<SpaceBlocks[]> =>
  (await db.query(OF_SPACE, [spaceId]))
    .filter(
      ({ declarations, configuration }) => statusOf(declarations, 'account', configuration) === 'active',
    )
    .map(({ name, blocks }) => ({ name, blocks }))

/** For everyone who sees the space: texts of its pages show them. */
export const listSpaceBlocks = readOperation({
  id: 'integrations.listBlocks',
  input: ListSpaceBlocks,
  scope: 'integration:read',
  read: async (ctx, { spaceId }) => {
    const space = await getSpaceRow(ctx.reads, spaceId)
    return blocksOfSpace(ctx.reads.db, space.id)
  },
})
