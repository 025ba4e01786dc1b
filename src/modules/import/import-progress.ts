import type { JobContext } from '../../core/operations/module.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { ProgressLog } from '../content/index.ts'
import type { ImportStage } from './import.model.ts'

/** Where an import reports its progress. */
export function importProgress(
  ctx: Pick<JobContext, 'database' | 'now'>,
  { id, spaceId, changeRequestId, createdById }: Import,
): ProgressLog<ImportStage> {
  return new ProgressLog(ctx, {
    spaceId,
    createdById,
    event: {
      changeRequestId,
      type: 'import.progressed',
      subject: { import: id, changeRequest: changeRequestId },
    },
    write: (tx, data) => tx.import.updateMany({ where: { id, state: 'running' }, data }),
  })
}
