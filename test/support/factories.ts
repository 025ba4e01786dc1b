import type { Role } from '../../src/core/access/roles.ts'
import { newId } from '../../src/core/ids.ts'
import type {
  ApiToken,
  ChangeRequest,
  Collection,
  Comment,
  CommentReply,
  Grant,
  Member,
  Organization,
  Prisma,
  Review,
  Space,
  Team,
  User,
  Webhook,
  WebhookDelivery,
} from '../../src/generated/prisma/client.ts'
import { digestOf, newToken } from '../../src/modules/tokens/index.ts'
import type { Database } from '../../src/platform/database.ts'

type Overrides<Row> = Partial<Row>

/** A user with a token, and a membership in an organization. */
export interface Person {
  user: User
  token: string
  tokenId: string
}

export type Factories = ReturnType<typeof createFactories>

/** Creates rows directly in the database. Parents that are not given are created too. */
export function createFactories(database: Database, clock: { now: () => Date }) {
  const { prisma } = database
  const buildUser = (overrides: Overrides<User> = {}): Promise<User> => {
    const id = newId('User')
    return prisma.user.create({
      data: { id, displayName: `User ${id.slice(-4)}`, email: `${id}@example.com`, ...overrides },
    })
  }

  const buildOrganization = (overrides: Overrides<Organization> = {}): Promise<Organization> =>
    prisma.organization.create({
      data: {
        id: newId('Organization'),
        title: 'Acme',
        createdAt: clock.now(),
        ...overrides,
      } as Prisma.OrganizationCreateInput,
    })

  const buildMember = async (overrides: Overrides<Member> = {}): Promise<Member> =>
    prisma.member.create({
      data: {
        id: newId('Member'),
        organizationId: overrides.organizationId ?? (await buildOrganization()).id,
        userId: overrides.userId ?? (await buildUser()).id,
        role: 'read',
        joinedAt: clock.now(),
        ...overrides,
      },
    })

  /** A token for a user. The row contains only its digest. */
  const buildToken = async (
    overrides: Overrides<ApiToken> = {},
  ): Promise<{ token: string; row: ApiToken }> => {
    const token = newToken()
    const row = await prisma.apiToken.create({
      data: {
        id: newId('ApiToken'),
        userId: overrides.userId ?? (await buildUser()).id,
        label: 'Test',
        digest: digestOf(token),
        createdAt: clock.now(),
        ...overrides,
        scopes: overrides.scopes ?? [],
      },
    })
    return { token, row }
  }

  /** A user with a token, and a role in the organization if one is given (null is a guest). */
  const buildPerson = async (place?: { organizationId: string; role: Role | null }): Promise<Person> => {
    const user = await buildUser()
    const { token, row } = await buildToken({ userId: user.id })
    if (place) await buildMember({ ...place, userId: user.id })
    return { user, token, tokenId: row.id }
  }

  const buildSpace = async (overrides: Overrides<Space> = {}): Promise<Space> => {
    const revisionId = newId('Revision')
    const now = clock.now()
    return prisma.space.create({
      data: {
        id: newId('Space'),
        organizationId: overrides.organizationId ?? (await buildOrganization()).id,
        title: 'Guide',
        emoji: '📘',
        revisionId,
        createdAt: now,
        updatedAt: now,
        ...overrides,
        revisions: { create: { id: revisionId, type: 'edits', createdAt: now } },
      } as Prisma.SpaceUncheckedCreateInput,
    })
  }

  /** A collection at the top level of its organization, or below another one. */
  const buildCollection = async (overrides: Overrides<Collection> = {}): Promise<Collection> => {
    const parent = overrides.parentId
      ? await prisma.collection.findUniqueOrThrow({ where: { id: overrides.parentId } })
      : null
    const id = overrides.id ?? newId('Collection')
    const defaultLevel = overrides.defaultLevel === undefined ? 'inherit' : overrides.defaultLevel
    return prisma.collection.create({
      data: {
        id,
        organizationId: overrides.organizationId ?? parent?.organizationId ?? (await buildOrganization()).id,
        title: 'Handbook',
        ancestorIds: [...(parent?.ancestorIds ?? []), id],
        resolvedLevel: defaultLevel === 'inherit' && parent ? parent.resolvedLevel : defaultLevel,
        createdAt: clock.now(),
        updatedAt: clock.now(),
        ...overrides,
      },
    })
  }

  const buildTeam = async (overrides: Overrides<Team> = {}, users: { id: string }[] = []): Promise<Team> =>
    prisma.team.create({
      data: {
        id: newId('Team'),
        organizationId: overrides.organizationId ?? (await buildOrganization()).id,
        title: 'Writers',
        createdAt: clock.now(),
        memberCount: users.length,
        ...overrides,
        members: { create: users.map(({ id }) => ({ userId: id, joinedAt: clock.now() })) },
      } as Prisma.TeamUncheckedCreateInput,
    })

  /** A role for a user or a team on a space or a collection. */
  const buildGrant = (
    role: Role,
    to: { userId: string } | { teamId: string },
    on: { spaceId: string } | { collectionId: string },
    organizationId: string,
  ): Promise<Grant> =>
    prisma.grant.create({
      data: {
        id: newId('Grant'),
        organizationId,
        role,
        ...to,
        ...on,
        principalId: Object.values(to)[0] ?? '',
        targetId: Object.values(on)[0] ?? '',
        createdAt: clock.now(),
      },
    })

  const buildChangeRequest = async (overrides: Overrides<ChangeRequest> = {}): Promise<ChangeRequest> => {
    const spaceId = overrides.spaceId ?? (await buildSpace()).id
    const status = overrides.status ?? 'open'
    const space = await prisma.space.update({
      where: { id: spaceId },
      data: {
        lastNumber: { increment: 1 },
        changeRequestsTotal: { increment: 1 },
        ...(status === 'open' ? { changeRequestsOpen: { increment: 1 } } : {}),
        ...(status === 'draft' ? { changeRequestsDraft: { increment: 1 } } : {}),
      },
    })
    const createdById = overrides.createdById ?? (await buildUser()).id
    const now = clock.now()
    return prisma.changeRequest.create({
      data: {
        id: newId('ChangeRequest'),
        spaceId,
        organizationId: space.organizationId,
        number: space.lastNumber,
        status,
        subject: 'Better words',
        createdById,
        createdAt: now,
        updatedAt: now,
        revisionId: space.revisionId,
        revisionInitialId: space.revisionId,
        ...overrides,
        contributors: { create: { userId: createdById, updatedAt: now } },
      } as Prisma.ChangeRequestUncheckedCreateInput,
    })
  }

  const buildComment = async (overrides: Overrides<Comment> = {}): Promise<Comment> => {
    const changeRequestId = overrides.changeRequestId ?? null
    const changeRequest = changeRequestId
      ? await prisma.changeRequest.findUniqueOrThrow({ where: { id: changeRequestId } })
      : null
    const spaceId = overrides.spaceId ?? changeRequest?.spaceId ?? (await buildSpace()).id
    const space = await prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
    const postedById = overrides.postedById ?? (await buildUser()).id
    const comment = await prisma.comment.create({
      data: {
        id: newId('Comment'),
        spaceId,
        targetId: changeRequestId ?? spaceId,
        revisionId: (changeRequest ?? space).revisionId,
        markdown: 'Is this right?',
        postedById,
        postedAt: clock.now(),
        ...(overrides.status === 'resolved' ? { resolvedAt: clock.now(), resolvedById: postedById } : {}),
        ...overrides,
      },
    })
    if (comment.status === 'open') {
      const data = { commentsOpen: { increment: 1 } }
      if (changeRequestId) await prisma.changeRequest.update({ where: { id: changeRequestId }, data })
      else await prisma.space.update({ where: { id: spaceId }, data })
    }
    return comment
  }

  const buildReview = async (overrides: Overrides<Review> = {}): Promise<Review> => {
    const changeRequest = overrides.changeRequestId
      ? await prisma.changeRequest.findUniqueOrThrow({ where: { id: overrides.changeRequestId } })
      : await buildChangeRequest()
    const now = clock.now()
    return prisma.review.create({
      data: {
        id: newId('Review'),
        spaceId: changeRequest.spaceId,
        changeRequestId: changeRequest.id,
        revisionId: changeRequest.revisionId,
        reviewerId: overrides.reviewerId ?? (await buildUser()).id,
        status: 'approved',
        createdAt: now,
        updatedAt: now,
        ...overrides,
      },
    })
  }

  const buildReply = async (overrides: Overrides<CommentReply> = {}): Promise<CommentReply> => {
    const comment = overrides.commentId
      ? await prisma.comment.findUniqueOrThrow({ where: { id: overrides.commentId } })
      : await buildComment()
    await prisma.comment.update({ where: { id: comment.id }, data: { replyCount: { increment: 1 } } })
    return prisma.commentReply.create({
      data: {
        id: newId('CommentReply'),
        spaceId: comment.spaceId,
        commentId: comment.id,
        markdown: 'It is.',
        postedById: overrides.postedById ?? (await buildUser()).id,
        postedAt: clock.now(),
        ...overrides,
      },
    })
  }

  /** It cannot be used for signing: its secret is not encrypted. */
  const buildWebhook = async (overrides: Overrides<Webhook> = {}): Promise<Webhook> =>
    prisma.webhook.create({
      data: {
        id: newId('Webhook'),
        organizationId: overrides.organizationId ?? (await buildOrganization()).id,
        url: 'https://hooks.example/quire',
        secret: '',
        since: 0n,
        createdAt: clock.now(),
        updatedAt: clock.now(),
        ...overrides,
      } as Prisma.WebhookUncheckedCreateInput,
    })

  const buildDelivery = async (overrides: Overrides<WebhookDelivery> = {}): Promise<WebhookDelivery> =>
    prisma.webhookDelivery.create({
      data: {
        id: newId('WebhookDelivery'),
        webhookId: overrides.webhookId ?? (await buildWebhook()).id,
        position: 0n,
        type: 'ping',
        body: '{}',
        createdAt: clock.now(),
        ...overrides,
      },
    })

  return {
    buildUser,
    buildOrganization,
    buildMember,
    buildToken,
    buildPerson,
    buildSpace,
    buildCollection,
    buildTeam,
    buildGrant,
    buildChangeRequest,
    buildComment,
    buildReview,
    buildReply,
    buildWebhook,
    buildDelivery,
  }
}
