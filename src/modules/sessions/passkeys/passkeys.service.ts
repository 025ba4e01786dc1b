import type { z } from 'zod'
import { requireRecentSignIn } from '../../../core/access/viewer.ts'
import { DomainError, notFound } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { columnsOf } from '../../../core/lists/columns.ts'
import type { RequestLoaders } from '../../../core/lists/definitions.ts'
import { loaderById } from '../../../core/lists/loaders.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation, readOperation } from '../../../core/operations/operation.ts'
import { type Passkey, Prisma } from '../../../generated/prisma/client.ts'
import { emitAboutUser, listOwnRows, ownRowById } from '../../users/index.ts'
import { lockWaysToSignIn, requireWayToSignIn } from '../ways-to-sign-in.ts'
import { consumeChallenge } from './challenges.ts'
import {
  DeletePasskey,
  GetPasskey,
  MAX_PASSKEYS,
  type PreparedPasskey,
  RenamePasskey,
} from './passkeys.model.ts'

/** What people see of a passkey: without its key. */
export type PasskeyRow = Omit<Passkey, 'publicKey' | 'counter'>

const { publicKey: _publicKey, counter: _counter, ...fields } = Prisma.PasskeyScalarFieldEnum

const stored = { table: 'Passkey', columns: columnsOf('r', fields) }

export const passkeyById = loaderById<PasskeyRow>({
  name: 'passkeyById',
  scope: 'user:read',
  text: ownRowById(stored),
})

/** The viewer's own passkeys, newest first. */
export const listPasskeys = listOwnRows<PasskeyRow>({
  name: 'passkeys',
  ...stored,
  order: 'desc',
})

async function getPasskeyRow(reads: RequestLoaders, passkeyId: string): Promise<PasskeyRow> {
  const passkey = await reads.load(passkeyById, passkeyId)
  if (!passkey) throw notFound(`The passkey ${passkeyId}`)
  return passkey
}

export const getPasskey = readOperation({
  id: 'passkeys.get',
  input: GetPasskey,
  scope: 'user:read',
  read: (ctx, { passkeyId }) => getPasskeyRow(ctx.reads, passkeyId),
})

export const renamePasskey = operation({
  id: 'passkeys.rename',
  input: RenamePasskey,
  scope: 'user:write',
  writes: true,
  authorize: (ctx, { passkeyId }) => getPasskeyRow(ctx.reads, passkeyId),
  changes: ({ id }) => ({ table: 'Passkey', where: { id } }),
  run: async (ctx, { name }, { id, userId, name: former }) => {
    await ctx.tx.passkey.update({ where: { id }, data: { name } })
    if (name !== former) await emitAboutUser(ctx, userId, 'passkey.renamed', { passkey: id })
    ctx.reads.forget()
    return getPasskeyRow(ctx.reads, id)
  },
})

/** Removes a passkey of the viewer, unless they could not sign in any more. */
export const deletePasskey = operation({
  id: 'passkeys.delete',
  input: DeletePasskey,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx) => {
    requireRecentSignIn(ctx)
    return ctx.viewer.userId
  },
  changes: (userId, { passkeyId }) => ({ table: 'Passkey', where: { id: passkeyId, userId } }),
  run: async (ctx, { passkeyId }, userId) => {
    await lockWaysToSignIn(ctx, userId)
    const { count } = await ctx.tx.passkey.deleteMany({ where: { id: passkeyId, userId } })
    if (count > 0) {
      await requireWayToSignIn(ctx, userId)
      await emitAboutUser(ctx, userId, 'passkey.removed', { passkey: passkeyId })
    }
    return { deletedId: passkeyId, existed: count > 0 }
  },
})

/** Stores a new passkey of a user, and uses its challenge up. */
export async function storePasskey(
  ctx: WriteContext,
  userId: string,
  { challenge, publicKey, ...passkey }: z.output<typeof PreparedPasskey>,
): Promise<string> {
  await consumeChallenge(ctx.tx, challenge, ctx.now())
  await lockWaysToSignIn(ctx, userId)
  if ((await ctx.tx.passkey.count({ where: { userId } })) >= MAX_PASSKEYS) {
    throw new DomainError('conflict', `A user can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`)
  }
  const id = newId('Passkey')
  const { count } = await ctx.tx.passkey.createMany({
    data: [{ ...passkey, id, userId, publicKey: Buffer.from(publicKey, 'base64url'), createdAt: ctx.now() }],
    skipDuplicates: true,
  })
  if (count === 0) throw new DomainError('conflict', 'This passkey is in use already. Create another one.')
  await emitAboutUser(ctx, userId, 'passkey.added', { passkey: id })
  return id
}
