import { type Role, roles } from '../../src/core/access/roles.ts'
import { newId } from '../../src/core/ids.ts'
import { digestOfKey, newInviteKey } from '../../src/modules/invites/index.ts'
import type { TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { fillSpace } from '../support/main-content.ts'
import { declared } from './declared.ts'

export const callers = ['anonymous', 'visitor', 'stranger', 'guest', ...roles] as const
export type TableCaller = (typeof callers)[number]
/** Also the holder of a token for the content of a published site, whose responses have a table of their own. */
export type CallerName = TableCaller | 'reader'

/** The resources of one caller, for operations that depend on the owner. */
export interface Own {
  userId: string
  tokenId: string
  commentId: string
  replyId: string
  /** A team that they own, if they are in the organization. */
  teamId: string
  /** A change request that they were asked to review. */
  changeRequestId: string
}

/** An organization with one resource of each kind, and every kind of caller. */
export interface World {
  people: Record<Exclude<TableCaller, 'anonymous' | 'visitor'>, Person>
  own: Record<CallerName, Own>
  /** Of the reader of a published site, with the space on it. */
  reader: { token: string }
  /** Of the visitor. */
  credentials: VisitorCredentials
  organizationId: string
  /** A deleted organization, in which every user of this one had the same role. */
  deletedOrganizationId: string
  /** Another organization, where every user of this one has the create role. */
  receiverId: string
  /** A member with the read role, who is the author of all content. */
  userId: string
  /** A member without grants. */
  bystanderId: string
  teamId: string
  collectionId: string
  shelfId: string
  spaceId: string
  /** A page and a file in main content, and therefore in the change request. */
  pageId: string
  fileId: string
  /** A revision of main content. */
  revisionId: string
  deletedSpaceId: string
  changeRequestId: string
  reusableContentId: string
  commentId: string
  replyId: string
  /** The thread of the change request. */
  proposed: { commentId: string; replyId: string }
  /** A review of the change request, by the author of all content. */
  reviewId: string
  inviteId: string
  /** The key of the same invite. */
  inviteKey: string
  webhookId: string
  /** Another change request, with an unresolved conflict. */
  conflictedId: string
  conflictId: string
  /** A page on this machine that can be imported. */
  importUrl: string
  /** A delivery that has ended. */
  deliveryId: string
  emailDomain: string
}

/** What a visitor of a published site sends instead of an API token. */
export interface VisitorCredentials {
  shareKey?: string
  jwtToken?: string
}

/** What a world is built with: in this process, or in the database of a server process. */
export type WorldParts = Pick<TestApp, 'build' | 'db' | 'origin' | 'clock'>

/**
 * Callers get their role from their membership in the organization, or are guests with a grant on every space and
 * collection.
 */
export async function buildWorld(t: WorldParts, by: 'membership' | 'grants' = 'membership'): Promise<World> {
  const { build, db, origin } = t
  const { prisma } = db.database
  const emailDomain = 'quire.example'
  const organizationId = (await build.buildOrganization({ emailDomains: [emailDomain] })).id
  const receiverId = (await build.buildOrganization({ title: 'Receiver' })).id
  const deletedAt = new Date()
  const deletedOrganizationId = (await build.buildOrganization({ title: 'Deleted', deletedAt })).id
  const elsewhereId = (await build.buildOrganization({ title: 'Elsewhere' })).id

  const people = {} as World['people']
  for (const name of callers) {
    if (name === 'anonymous' || name === 'visitor') continue
    const isGuest = name === 'guest' || (by === 'grants' && name !== 'stranger')
    const role: Role | null = isGuest ? null : name === 'stranger' ? 'admin' : name
    people[name] = await build.buildPerson({
      organizationId: name === 'stranger' ? elsewhereId : organizationId,
      role,
    })
    if (name !== 'stranger') {
      const suspended = { organizationId: deletedOrganizationId, disabled: true, isSuspended: true }
      await build.buildMember({ ...suspended, userId: people[name].user.id, role })
      await build.buildMember({ organizationId: receiverId, userId: people[name].user.id, role: 'create' })
    }
  }
  const member = (role: Role) => build.buildMember({ organizationId, role })
  // When one admin leaves, another one remains.
  await member('admin')
  await build.buildMember({ organizationId: elsewhereId, role: 'admin' })
  const [userId, bystanderId] = [(await member('read')).userId, (await member('read')).userId]

  const teamId = (await build.buildTeam({ organizationId }, [{ id: userId }])).id
  const collectionId = (await build.buildCollection({ organizationId })).id
  const shelfId = (await build.buildCollection({ organizationId })).id
  const spaceId = (await build.buildSpace({ organizationId })).id
  const deletedSpaceId = (await build.buildSpace({ organizationId, deletedAt: new Date() })).id
  for (const on of [{ spaceId }, { collectionId }]) {
    await build.buildGrant('edit', { userId }, on, organizationId)
    await build.buildGrant('comment', { teamId }, on, organizationId)
  }
  if (by === 'grants') {
    const places = [{ spaceId }, { spaceId: deletedSpaceId }, { collectionId }, { collectionId: shelfId }]
    for (const role of roles) {
      const grantee = { userId: people[role].user.id }
      for (const on of places) await build.buildGrant(role, grantee, on, organizationId)
    }
  }
  const { firstRevisionId: _first, ...content } = await fillSpace(t, spaceId, () => 'Words')
  const changeRequestId = (await build.buildChangeRequest({ spaceId, createdById: userId })).id
  const thread = async (postedById: string, proposal?: string) => {
    const { id: commentId } = await build.buildComment({
      postedById,
      spaceId,
      ...(proposal ? { changeRequestId: proposal } : {}),
    })
    return { commentId, replyId: (await build.buildReply({ commentId, postedById })).id }
  }
  const said = await thread(userId)
  const proposed = await thread(userId, changeRequestId)
  const inviteKey = newInviteKey()
  const invite = await prisma.invite.create({
    data: { id: newId('Invite'), organizationId, role: 'read', keyDigest: digestOfKey(inviteKey) },
  })
  const conflictedId = (await build.buildChangeRequest({ spaceId, createdById: userId })).id
  const conflict = await prisma.conflict.create({
    data: {
      id: newId('Conflict'),
      changeRequestId: conflictedId,
      spaceId,
      kind: 'edit_edit',
      subjectType: 'page',
      subject: content.pageId,
      detail: { base: null, primary: null, changed: null },
    },
  })
  const webhook = await build.buildWebhook({ organizationId })
  const delivery = await build.buildDelivery({ webhookId: webhook.id, status: 'failed' })

  const ask = (asked: string, id: string) =>
    prisma.requestedReviewer.create({
      data: { changeRequestId: id, userId: asked, requestedById: userId, revisionId: newId('Revision') },
    })
  await ask(userId, changeRequestId)
  const reviewId = (await build.buildReview({ changeRequestId, reviewerId: userId })).id

  const belongings = async (id: string, isMember: boolean): Promise<Own> => {
    const { row } = await build.buildToken({ userId: id, label: 'Spare' })
    const team = await build.buildTeam({ organizationId }, isMember ? [{ id }] : [])
    await prisma.teamMember.updateMany({ where: { teamId: team.id }, data: { role: 'owner' } })
    const asked = await build.buildChangeRequest({ spaceId, createdById: userId })
    await ask(id, asked.id)
    const own = { userId: id, tokenId: row.id, teamId: team.id, changeRequestId: asked.id }
    // Modules add their own resources.
    return { ...own, ...(await thread(id)) } as Own
  }
  const ofNobody = await belongings(userId, false)
  const own = { anonymous: ofNobody, visitor: ofNobody, reader: ofNobody } as World['own']
  for (const [name, { user }] of Object.entries(people)) {
    own[name as CallerName] = await belongings(user.id, name !== 'stranger')
  }

  const world = {
    people,
    own,
    organizationId,
    deletedOrganizationId,
    receiverId,
    userId,
    bystanderId,
    teamId,
    collectionId,
    shelfId,
    spaceId,
    ...content,
    deletedSpaceId,
    changeRequestId,
    ...said,
    proposed,
    reviewId,
    inviteId: invite.id,
    inviteKey,
    webhookId: webhook.id,
    conflictedId,
    conflictId: conflict.id,
    importUrl: `${origin}/healthz`,
    deliveryId: delivery.id,
    emailDomain,
    // Modules add their own resources.
  } as World
  for (const module of declared) Object.assign(world, await module.build?.(t, world))
  return world
}
