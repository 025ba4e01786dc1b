import { requireUnscoped } from '../../core/access/viewer.ts'
import { forbidden } from '../../core/errors.ts'
import type { Context } from '../../core/operations/context.ts'
import { getUserRow } from '../users/index.ts'

/**
 * What is about the whole instance is for its operators. Scopes of tokens are about organizations and the account of the
 * user, so none of them includes it.
 */
export async function requireOperator(ctx: Pick<Context, 'viewer' | 'reads'>): Promise<void> {
  const viewer = await getUserRow(ctx.reads, ctx.viewer.userId)
  if (!viewer.isOperator) throw forbidden('This is for operators of this instance.')
  requireUnscoped(ctx.viewer, 'Reading about the instance')
}
