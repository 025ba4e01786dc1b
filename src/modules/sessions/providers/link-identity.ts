import { z } from 'zod'
import { DomainError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { operation } from '../../../core/operations/operation.ts'
import { emitAboutUser } from '../../users/index.ts'
import { ProvidedPerson } from './provided-person.ts'
import { ProviderRefusal } from './provider-refusal.ts'

/** The session in which linking began must not have ended: browsers do not send its cookie with the answer of a provider. */
const LinkIdentity = z.object({ provider: z.string(), person: ProvidedPerson, sessionId: z.string() })

/** The accounts at providers that one user can have. */
const MAX_IDENTITIES = 20

/** Links an account at a provider to the viewer, who began this while signed in. */
export const linkIdentity = operation({
  id: 'identities.link',
  input: LinkIdentity,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, { sessionId }) => {
    const { userId } = ctx.viewer
    const where = { id: sessionId, userId, expiresAt: { gt: ctx.now() } }
    const session = await ctx.tx.session.findFirst({ where, select: { id: true } })
    if (!session) throw new ProviderRefusal('signed_out')
    return userId
  },
  run: async (ctx, { provider, person: { issuer, subject, email } }, userId) => {
    const others = await ctx.tx.identity.count({ where: { userId, NOT: { issuer, subject } } })
    if (others >= MAX_IDENTITIES) {
      throw new DomainError(
        'conflict',
        `You have ${MAX_IDENTITIES} accounts at providers, which is the limit. Unlink one first.`,
      )
    }
    const id = newId('Identity')
    const data = { id, userId, provider, issuer, subject, email, createdAt: ctx.now() }
    // The unique index decides between concurrent requests.
    const { count } = await ctx.tx.identity.createMany({ data, skipDuplicates: true })
    const identity = await ctx.tx.identity.findUnique({ where: { issuer_subject: { issuer, subject } } })
    if (identity?.userId !== userId) throw new ProviderRefusal('linked_elsewhere')
    if (count > 0) await emitAboutUser(ctx, userId, 'identity.linked', { identity: id })
    return identity
  },
})
