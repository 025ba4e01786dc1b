import { type Role, roles } from '../../src/core/access/roles.ts'
import type { TestApp } from '../support/app.ts'
import { type Crawler, MarkedData, type Place, sight } from './marked-data.ts'
import { markSite } from './marked-sites.ts'

const { hasRole, roleOn, userOf } = sight

/** All crawlers. Those of the other organization see the same as their counterparts here. */
export const crawlerNames = [
  'anonymous',
  'departed',
  'neighbour of ours',
  'stranger',
  'disabled',
  'guest',
  'invited to ours',
  'lender of ours',
  ...roles,
]

/** One crawler for each different view: when reading, these roles see the same as `read`. */
const likeReaders: readonly string[] = ['comment', 'edit', 'review']
export const differentCrawlers = crawlerNames.filter((name) => !likeReaders.includes(name))

/** Two organizations with open, private, shared and deleted places, and every kind of user. */
export async function buildCrawlData(t: TestApp): Promise<MarkedData> {
  const marked = new MarkedData(t)
  const ours = await marked.organization('ours')
  const theirs = await marked.organization('theirs')
  const organizations = [ours, theirs]
  const places: Place[] = []
  /** Places where users participated. Users who can open such a place can see the participants. */
  const tookPart = new Map<string, ((who: Crawler) => boolean)[]>()

  const person = async (name: string, domain?: string): Promise<Crawler> => {
    const crawler: Crawler = { name, person: null, memberships: new Map() }
    crawler.person = await marked.user(
      name,
      {
        sees: (who) =>
          who === crawler ||
          organizations.some(({ id }) => hasRole(who, id, 'read') && crawler.memberships.has(id)) ||
          (tookPart.get(userOf(crawler)) ?? []).some((opens) => opens(who)) ||
          places.some((place) => atLeastCreate(who, place) && roleOn(crawler, place) !== null),
        // A guest sees the email of users only in organizations where the guest is a member.
        email: (who) =>
          who === crawler ||
          ![...who.memberships.values()].some(({ role }) => role === null) ||
          organizations.some(({ id }) => hasRole(who, id, 'read') && crawler.memberships.has(id)),
        // The event log of both organizations contains the ghost.
        name: (who) => name === 'ghost' && organizations.some(({ id }) => hasRole(who, id, 'admin')),
      },
      domain,
    )
    // The event log of an organization contains the ids of the quiet user's tokens.
    await marked.token(crawler.person, (who) =>
      organizations.some(
        ({ id }) => name.startsWith('quiet') && hasRole(who, id, 'admin') && crawler.memberships.has(id),
      ),
    )
    marked.crawlers.push(crawler)
    return crawler
  }
  const atLeastCreate = (who: Crawler, place: Place) => ['create', 'admin'].includes(roleOn(who, place) ?? '')

  marked.crawlers.push({ name: 'anonymous', person: null, memberships: new Map() })
  const [departed, ghost, secret] = [await person('departed'), await person('ghost'), await person('secret')]
  await person('neighbour of ours', ours.domain)

  const people: Record<string, Crawler> = {}
  const join = async (name: string, organizationId: string, role: Role | null, disabled = false) => {
    const who = people[name] ?? (await person(name))
    people[name] = who
    await marked.member(organizationId, who, role, disabled)
    return who
  }
  for (const role of roles) await join(role, ours.id, role)
  await join('guest', ours.id, null)
  await join('disabled', ours.id, 'admin', true)
  await join('stranger', theirs.id, 'admin')

  for (const { id: organizationId, prisma } of organizations) {
    const of = organizationId === ours.id ? 'ours' : 'theirs'
    const author = await join(`author of ${of}`, organizationId, 'read')
    const quiet = await join(`quiet one of ${of}`, organizationId, 'read')
    const invited = await join(`invited to ${of}`, organizationId, null)
    const lender = await join(`lender of ${of}`, organizationId, null)

    const open = await marked.collection(organizationId, null, 'inherit')
    const shut = await marked.collection(organizationId, null, null)
    const inner = await marked.collection(organizationId, shut, 'inherit')
    const space = async (
      parent: Place | null,
      level: Role | 'inherit' | null,
      by: Crawler,
      deletedAt: Date | null = null,
    ) => {
      const made = await marked.space(organizationId, parent, level, userOf(by), deletedAt)
      tookPart.set(userOf(by), [...(tookPart.get(userOf(by)) ?? []), made.opens])
      if (!deletedAt) places.push(made)
      return made
    }
    const first = await space(null, 'inherit', author)
    await space(open, 'comment', departed)
    const hidden = await space(null, null, secret)
    await space(inner, 'inherit', author)
    const lent = await space(null, null, author)
    const deleted = await space(null, 'inherit', ghost, new Date())
    places.push(open, shut, inner)

    const ownTeam = await marked.team(organizationId, [author, invited], [shut])
    const others = await marked.team(organizationId, [quiet], [lent])
    await marked.team(organizationId, [], [])
    const grant = async (role: Role, place: Place, teamId: string | null, to: Crawler[]) => {
      place.grants.push({ to: to.map(userOf), role })
      const on = place === shut ? { collectionId: place.id } : { spaceId: place.id }
      const principal = teamId ? { teamId } : { userId: userOf(to[0] ?? author) }
      await t.build.buildGrant(role, principal, on, organizationId)
    }
    await grant('comment', shut, ownTeam, [author, invited])
    await grant('create', lent, null, [lender])
    await grant('read', lent, others, [quiet])

    await marked.invite(organizationId, null)
    await marked.invite(organizationId, { id: hidden.id, gone: false })
    await marked.invite(organizationId, { id: deleted.id, gone: true })

    type Shown = Parameters<MarkedData['event']>[4]
    const log = (type: string, by: Crawler, subject: Record<string, string>, place?: Shown) =>
      marked.event(organizationId, type, userOf(by), subject, place)
    const [comment] = await prisma.comment.findMany({ where: { spaceId: hidden.id } })
    await log('space.created', author, { space: hidden.id })
    await log('comment.posted', secret, { space: hidden.id, comment: comment?.id ?? '' })
    await log('team.created', author, { team: ownTeam })
    await log('space.deleted', ghost, { space: deleted.id })
    for (const each of [first, lent, hidden, deleted]) {
      const place = { spaceId: each.id, sees: each.opens }
      await log('space.updated', author, { space: each.id }, place)
      // Not every user who sees the copy can see the original.
      await log('space.duplicated', quiet, { space: each.id, original: hidden.id }, place)
      await log('permission.granted', author, { space: each.id, user: userOf(secret) })
    }
    await log(
      'collection.updated',
      lender,
      { collection: shut.id },
      { sees: (who) => roleOn(who, shut) !== null },
    )
    await log(
      'organization.updated',
      quiet,
      { organization: organizationId },
      { sees: sight.isIn(organizationId) },
    )
    const condition = 'visitor.claims.beta'
    const site = (
      visibility: string,
      isPublished: boolean,
      sections: Parameters<typeof markSite>[3]['sections'],
    ) => markSite(t, marked, organizationId, { visibility, isPublished, sections })
    await site('public', true, [
      { spaces: [{ space: first }, { space: hidden, condition }] },
      { spaces: [{ space: lent }], condition },
    ])
    await site('share-link', true, [{ spaces: [{ space: first }, { space: hidden }] }])
    await site('public', false, [{ spaces: [{ space: lent }, { space: deleted }] }])
    await marked.webhook(organizationId)
    await log('token.created', quiet, { user: userOf(quiet), token: quiet.person?.tokenId ?? '' })
  }
  return marked
}
