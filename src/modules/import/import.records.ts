import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { withStorableText } from '../../core/operations/parse-input.ts'
import type { Import, Prisma } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { EditableContent } from '../content/index.ts'
import type { ImportRow } from './import.loaders.ts'
import { IMPORT_LIMITS, type ImportReport } from './import.model.ts'
import type { StorableContent } from './storable.ts'

type NewImport = Pick<Import, 'source' | 'mode' | 'state' | 'stage'> &
  Partial<Omit<Prisma.ImportUncheckedCreateInput, 'address'>> & { url: string }

const DELETE_OLDEST = statement({
  name: 'importsDeleteOldest',
  text: `DELETE FROM "Import" WHERE "id" IN (SELECT "id" FROM "Import"
    WHERE "spaceId" = $1 AND "state" <> 'running' ORDER BY "id" DESC OFFSET $2 LIMIT 100)`,
})

/** Records an import. The oldest ones of the space that ended are removed. */
export async function insertImport(
  ctx: WriteContext,
  { space, changeRequest }: EditableContent,
  { url, ...given }: NewImport,
): Promise<ImportRow> {
  const { id: spaceId } = space
  const created = ctx.tx.import.create({
    data: {
      ...given,
      id: newId('Import'),
      spaceId,
      changeRequestId: changeRequest?.id ?? '',
      address: withoutSecrets(url),
      createdById: ctx.viewer.userId,
      createdAt: ctx.now(),
    },
  })
  const [inserted] = await Promise.all([
    created,
    ctx.reads.db.query(DELETE_OLDEST, [spaceId, IMPORT_LIMITS.kept]),
  ])
  const {
    sealedUrl: _url,
    skipped: _skipped,
    settings: _settings,
    readsSpecs: _readsSpecs,
    ...row
  } = inserted
  return row
}

/** What was left out and why, up to the maximum number, and the settings of the content. */
export const reportOf = ({ skipped, settings }: StorableContent): ImportReport => ({
  skipped: withStorableText(skipped.slice(0, IMPORT_LIMITS.reported)),
  settings: withStorableText(settings ?? {}),
})

/** What is recorded at the end of an import that was applied. */
export function resultOf(
  content: StorableContent,
  revisionId: string,
  endedAt: Date,
  { skipped, settings } = reportOf(content),
) {
  const { importedResources, totalResources } = content
  return {
    state: 'success',
    stage: 'write',
    done: importedResources,
    total: importedResources,
    importedResources,
    totalResources,
    skippedResources: content.skipped.length,
    skipped: skipped as unknown as Prisma.InputJsonArray,
    settings: settings as unknown as Prisma.InputJsonObject,
    revisionId,
    endedAt,
  } as const
}

/** Credentials are part of a URL, and signed URLs have a secret in their query. */
function withoutSecrets(address: string): string {
  const url = new URL(address)
  return url.protocol === 'file:' ? `file://${url.pathname}` : `${url.origin}${url.pathname}`
}

export function emitAboutImport(
  ctx: WriteContext,
  { id, spaceId, changeRequestId }: Pick<ImportRow, 'id' | 'spaceId' | 'changeRequestId'>,
  organizationId: string,
  type: 'import.started' | 'import.completed' | 'import.cancelled',
  others: Record<string, string> = {},
): void {
  const subject = { import: id, changeRequest: changeRequestId, ...others }
  ctx.emit({ organizationId, spaceId, changeRequestId, type, subject })
}
