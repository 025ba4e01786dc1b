import type {
  ChangeRequest,
  Comment,
  CommentReply,
  Organization,
  Space,
} from '../../src/generated/prisma/client.ts'
import type { TestApp } from './app.ts'
import type { Person } from './factories.ts'

/** An organization with one resource of each kind, and its admin. */
export interface World {
  organization: Organization
  space: Space
  changeRequest: ChangeRequest
  comment: Comment
  reply: CommentReply
  person: Person
}

export async function buildWorld({ build }: TestApp): Promise<World> {
  const organization = await build.buildOrganization()
  const person = await build.buildPerson({ organizationId: organization.id, role: 'admin' })
  const space = await build.buildSpace({ organizationId: organization.id })
  const changeRequest = await build.buildChangeRequest({ spaceId: space.id, createdById: person.user.id })
  const comment = await build.buildComment({ spaceId: space.id, postedById: person.user.id })
  const reply = await build.buildReply({ commentId: comment.id, postedById: person.user.id })
  return { organization, space, changeRequest, comment, reply, person }
}
