import type { TestApp } from '../support/app.ts'

/** A space with comments by two users: every third one by Bob, every second one open. */
export async function buildCommentRows({ build }: TestApp, rows: number) {
  const { id: organizationId } = await build.buildOrganization()
  const ann = await build.buildPerson({ organizationId, role: 'admin' })
  const bob = await build.buildPerson({ organizationId, role: 'comment' })
  const { id: spaceId } = await build.buildSpace({ organizationId })
  for (let n = 0; n < rows; n++) {
    const postedById = (n % 3 === 0 ? bob : ann).user.id
    await build.buildComment({ spaceId, postedById, status: n % 2 === 0 ? 'open' : 'resolved' })
  }
  return { organizationId, ann, bob, spaceId }
}
