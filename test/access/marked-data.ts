import { atLeast, type Role, roles } from '../../src/core/access/roles.ts'
import { newId } from '../../src/core/ids.ts'
import { eventId } from '../../src/modules/events/events.model.ts'
import { NO_EDITS } from '../../src/modules/revisions/index.ts'
import type { TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { contentsOf, documentOf, revise } from './content.ts'

/** A crawling user: their role in each organization, and their teams. */
export interface Crawler {
  name: string
  person: Person | null
  memberships: Map<string, { role: Role | null; disabled: boolean }>
}

type Sees = (who: Crawler) => boolean

/** The access settings of a space or a collection. */
interface Place {
  id: string
  organizationId: string
  parent: Place | null
  defaultLevel: Role | 'inherit' | null
  grants: { to: string[]; role: Role }[]
}

const PAGE_TYPES = {
  document: 'DocumentPage',
  group: 'GroupPage',
  link: 'LinkPage',
  computed: 'ComputedPage',
} as const

const userOf = (who: Crawler) => who.person?.user.id ?? ''
const membership = (who: Crawler, organizationId: string) => {
  const found = who.memberships.get(organizationId)
  return found && !found.disabled ? found : undefined
}
const isIn =
  (organizationId: string): Sees =>
  (who) =>
    membership(who, organizationId) !== undefined
const hasRole = (who: Crawler, organizationId: string, needed: Role) =>
  atLeast(membership(who, organizationId)?.role ?? null, needed)

/** The effective role as the documentation defines it, independent of the implementation. */
function roleOn(who: Crawler, place: Place): Role | null {
  const member = membership(who, place.organizationId)
  if (!member) return null
  if (member.role === 'admin') return 'admin'
  const chain: Place[] = []
  for (let at: Place | null = place; at; at = at.parent) chain.push(at)
  const given = chain
    .flatMap(({ grants }) => grants)
    .filter(({ to }) => to.includes(userOf(who)))
    .map(({ role }) => role)
  const level = chain.map(({ defaultLevel }) => defaultLevel).find((each) => each !== 'inherit')
  // Without any level, everything inherits. A guest has no default role.
  const byDefault = member.role === null ? null : level === undefined ? member.role : level
  const all = [...given, ...(byDefault === null ? [] : [byDefault])]
  return roles.findLast((role) => all.includes(role)) ?? null
}

/** Rows with unique texts, and for each text who can see it. */
export class MarkedData {
  readonly ids = new Map<string, Sees>()
  readonly marks = new Map<string, Sees>()
  readonly crawlers: Crawler[] = []
  readonly emailDomains: string[] = []
  /** Ids of pages and files within a revision, by type. */
  readonly inRevisions = new Map<string, string[]>()
  readonly paths: string[] = []
  /** Addresses on published sites. */
  readonly addresses: string[] = []
  /** Who saw the ids of published resources before. */
  readonly #unpublished = new Map<string, (who: Crawler) => boolean>()
  /** The name of a space, and the hostname of an organization. */
  readonly #names = new Map<string, string>()
  readonly #t: TestApp
  #count = 0

  constructor(t: TestApp) {
    this.#t = t
  }

  /** A unique text. */
  mark(sees: Sees): string {
    const mark = `mark${this.#count++}x`
    this.marks.set(mark, sees)
    return mark
  }

  /** The name of a space, or the hostname of an organization. */
  nameOf(id: string): string {
    return this.#names.get(id) ?? ''
  }

  /** Who sees a resource itself, and not only what a public site shows of it. */
  readersOf(id: string): (who: Crawler) => boolean {
    return this.#unpublished.get(id) ?? this.ids.get(id) ?? (() => false)
  }

  /** Shows the id of a space or organization, and its name, to everyone: a public site shows both. */
  publish(id: string): void {
    if (!this.#unpublished.has(id)) this.#unpublished.set(id, this.ids.get(id) ?? (() => false))
    this.ids.set(id, () => true)
    this.marks.set(this.#names.get(id) ?? '', () => true)
  }

  add(id: string, sees: Sees): string {
    this.ids.set(id, sees)
    return id
  }

  visible(of: Map<string, Sees>, who: Crawler): string[] {
    return [...of].flatMap(([key, sees]) => (sees(who) ? [key] : [])).sort()
  }

  /** A user. Who can see them is set once everything else exists. */
  async user(
    name: string,
    knownTo: { sees: Sees; name?: Sees; email: Sees },
    emailDomain = 'people.example',
  ) {
    const { build } = this.#t
    const sees = (who: Crawler) => knownTo.sees(who)
    const named = (who: Crawler) => sees(who) || (knownTo.name?.(who) ?? false)
    const person = await build.buildPerson()
    const user = await this.#t.db.database.prisma.user.update({
      where: { id: person.user.id },
      data: {
        displayName: `${name} ${this.mark(named)}`,
        email: `${this.mark((who) => sees(who) && knownTo.email(who))}@${emailDomain}`,
        photoURL: `https://img.example/${this.mark(sees)}`,
      },
    })
    this.add(user.id, named)
    return { ...person, user }
  }

  async token({ user, tokenId }: Person, alsoTo: Sees = () => false) {
    const isOwn: Sees = (who) => userOf(who) === user.id
    await this.#t.db.database.prisma.apiToken.update({
      where: { id: tokenId },
      data: { label: this.mark(isOwn) },
    })
    this.add(tokenId, (who) => isOwn(who) || alsoTo(who))
  }

  async organization(name: string) {
    const { build, db } = this.#t
    const id = newId('Organization')
    const sees: Sees = (who) => isIn(id)(who) || who.name === `neighbour of ${name}`
    const domain = `${this.mark(sees)}.example`
    this.emailDomains.push(domain)
    const hostname = this.mark(sees)
    this.#names.set(id, hostname)
    await build.buildOrganization({
      id,
      title: this.mark(sees),
      hostname,
      blockedReason: this.mark(sees),
      logoURL: `https://img.example/${this.mark(sees)}`,
      emailDomains: [domain],
    })
    this.add(id, sees)
    return { id, domain, prisma: db.database.prisma }
  }

  async member(organizationId: string, who: Crawler, role: Role | null, disabled = false) {
    const userId = userOf(who)
    who.memberships.set(organizationId, { role, disabled })
    const { id } = await this.#t.build.buildMember({ organizationId, userId, role, disabled })
    this.add(
      id,
      (other) => isIn(organizationId)(other) && (hasRole(other, organizationId, 'read') || other === who),
    )
  }

  async team(organizationId: string, members: Crawler[], shownBy: Place[]) {
    const sees: Sees = (who) =>
      isIn(organizationId)(who) &&
      (hasRole(who, organizationId, 'read') ||
        members.includes(who) ||
        shownBy.some((place) => atLeast(roleOn(who, place), 'create')))
    const users = members.map((who) => ({ id: userOf(who) }))
    const { id } = await this.#t.build.buildTeam({ organizationId, title: this.mark(sees) }, users)
    return this.add(id, sees)
  }

  async collection(organizationId: string, parent: Place | null, defaultLevel: Place['defaultLevel']) {
    const place: Place = { id: newId('Collection'), organizationId, parent, defaultLevel, grants: [] }
    const sees: Sees = (who) => roleOn(who, place) !== null
    await this.#t.build.buildCollection({
      id: place.id,
      organizationId,
      parentId: parent?.id ?? null,
      defaultLevel,
      title: this.mark(sees),
      description: this.mark(sees),
    })
    this.add(place.id, sees)
    return place
  }

  /** A space with a thread on its content and a thread on a change request, all by one author. */
  async space(
    organizationId: string,
    parent: Place | null,
    defaultLevel: Place['defaultLevel'],
    author: string,
    deletedAt: Date | null = null,
  ) {
    const { build, db } = this.#t
    const place: Place = { id: newId('Space'), organizationId, parent, defaultLevel, grants: [] }
    const opens: Sees = (who) => deletedAt === null && roleOn(who, place) !== null
    const sees: Sees = (who) => opens(who) || (deletedAt !== null && atLeast(roleOn(who, place), 'create'))
    const spaceId = this.add(place.id, sees)
    const title = this.mark(sees)
    this.#names.set(spaceId, title)
    await build.buildSpace({
      id: spaceId,
      organizationId,
      parentId: parent?.id ?? null,
      defaultLevel,
      deletedAt,
      title,
      iconURL: `https://img.example/${this.mark(sees)}`,
    })
    const pageId = await this.#content(spaceId, author, opens)
    const changeRequest = await build.buildChangeRequest({
      spaceId,
      createdById: author,
      subject: this.mark(opens),
    })
    this.add(changeRequest.id, opens)
    const proposal = await this.#proposal(changeRequest, author, opens)
    const review = await build.buildReview({ changeRequestId: changeRequest.id, reviewerId: author })
    this.add(review.id, opens)
    await db.database.prisma.requestedReviewer.create({
      data: {
        changeRequestId: changeRequest.id,
        userId: author,
        requestedById: author,
        revisionId: changeRequest.revisionId,
      },
    })
    for (const changeRequestId of [null, changeRequest.id]) {
      const comment = await build.buildComment({
        spaceId,
        changeRequestId,
        reviewId: changeRequestId ? review.id : null,
        postedById: author,
        markdown: this.mark(opens),
        revisionId: changeRequestId ? proposal : changeRequest.revisionId,
        pageId,
        nodeId: this.mark(opens),
        nodePreview: this.mark(opens),
        status: changeRequestId ? 'resolved' : 'open',
        resolvedById: changeRequestId ? author : null,
        reactionCount: 1,
      })
      await db.database.prisma.reaction.create({
        data: { id: newId('Reaction'), commentId: comment.id, userId: author, emoji: this.mark(opens) },
      })
      const reply = await build.buildReply({
        commentId: comment.id,
        postedById: author,
        markdown: this.mark(opens),
      })
      this.add(comment.id, opens)
      this.add(reply.id, opens)
    }
    return { ...place, opens }
  }

  /** Creates main content and returns its document page. */
  async #content(spaceId: string, author: string, opens: Sees): Promise<string> {
    const { prisma } = this.#t.db.database
    const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
    const contents = await contentsOf(this.#t, spaceId, () => this.mark(opens))
    const revision = await revise(this.#t, revisionId, contents.edits, author)
    await prisma.space.update({ where: { id: spaceId }, data: { revisionId: revision.id } })
    for (const id of [revisionId, revision.id, contents.fileId, contents.reusableId]) this.add(id, opens)
    this.#inRevision('File', contents.fileId, revision.id)
    for (const [id, { type, slug }] of contents.pages) {
      this.add(id, opens)
      this.#inRevision(PAGE_TYPES[type], id, revision.id)
      if (slug !== '') this.paths.push(slug)
    }
    return contents.documentId
  }

  /** Creates a proposed page in a change request, and returns the revision with it. */
  async #proposal({ id, revisionId }: { id: string; revisionId: string }, author: string, opens: Sees) {
    const { id: pageId, page, text } = documentOf(() => this.mark(opens))
    const edits = {
      ...NO_EDITS,
      pages: new Map([[pageId, page]]),
      documents: new Map([[page.document ?? '', text]]),
    }
    const revision = await revise(this.#t, revisionId, edits, author)
    await this.#t.db.database.prisma.changeRequest.update({
      where: { id },
      data: { revisionId: revision.id },
    })
    this.add(revision.id, opens)
    this.add(pageId, opens)
    this.#inRevision('DocumentPage', pageId, revision.id)
    return revision.id
  }

  #inRevision(type: string, id: string, revisionId: string): void {
    this.inRevisions.set(type, [...(this.inRevisions.get(type) ?? []), `${id}-${revisionId}`])
  }

  async invite(organizationId: string, space: { id: string; gone: boolean } | null) {
    const { id } = await this.#t.db.database.prisma.invite.create({
      data: {
        id: newId('Invite'),
        organizationId,
        ...(space ? { level: 'admin', spaceId: space.id } : { role: 'admin' }),
      },
    })
    this.add(id, (who) => !space?.gone && hasRole(who, organizationId, 'admin'))
  }

  /** An event that is visible to admins, and to users who can see its place if it has one. */
  async event(
    organizationId: string,
    type: string,
    actorId: string,
    subject: Record<string, string>,
    place?: { spaceId?: string; sees: Sees },
  ) {
    const spaceId = place?.spaceId ?? null
    const { position } = await this.#t.db.database.prisma.event.create({
      data: { organizationId, spaceId, type, actorId, subject },
    })
    this.add(eventId(position), (who) => hasRole(who, organizationId, 'admin') || (place?.sees(who) ?? false))
  }

  async webhook(organizationId: string) {
    const { build } = this.#t
    const sees: Sees = (who) => hasRole(who, organizationId, 'admin')
    const webhook = await build.buildWebhook({
      organizationId,
      url: `https://hooks.example/${this.mark(sees)}`,
      active: false,
      pausedReason: this.mark(sees),
    })
    this.add(webhook.id, sees)
    const delivery = await build.buildDelivery({
      webhookId: webhook.id,
      status: 'failed',
      lastAttemptAt: new Date(),
      responseBody: this.mark(sees),
      error: this.mark(sees),
    })
    this.add(delivery.id, sees)
  }
}

export const sight = { roleOn, hasRole, isIn, userOf }
export type { Place }
