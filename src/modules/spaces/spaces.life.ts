import type { WriteContext } from '../../core/operations/context.ts'

/** What another module does when a space is deleted or restored, in the same transaction. */
interface SpaceFollower {
  readonly deleted: (ctx: WriteContext, spaceId: string) => Promise<void>
  readonly restored: (ctx: WriteContext, spaceId: string) => Promise<void>
}

const followers: SpaceFollower[] = []

/** Declares it. Called when the module is loaded. */
export function followSpaces(follower: SpaceFollower): void {
  followers.push(follower)
}

export async function announceSpace(
  ctx: WriteContext,
  what: keyof SpaceFollower,
  spaceId: string,
): Promise<void> {
  for (const follower of followers) await follower[what](ctx, spaceId)
}
