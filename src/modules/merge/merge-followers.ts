import type { WriteContext } from '../../core/operations/context.ts'
import type { ChangeRequest } from '../../generated/prisma/client.ts'

/** Runs in the transaction of every merge, such as to enqueue a job. */
type MergeFollower = (ctx: WriteContext, changeRequest: ChangeRequest) => Promise<void>

const followers = new Set<MergeFollower>()

/** Declares work of a higher module that every merge of a change request requires. */
export function declareMergeFollower(follower: MergeFollower): void {
  followers.add(follower)
}

export async function followMerge(ctx: WriteContext, changeRequest: ChangeRequest): Promise<void> {
  for (const follower of followers) await follower(ctx, changeRequest)
}
