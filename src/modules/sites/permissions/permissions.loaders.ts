import type { Role } from '../../../core/access/roles.ts'
import { defineList } from '../../../core/lists/define-list.ts'
import { amongst } from '../../../core/lists/filters.ts'
import type { User } from '../../../generated/prisma/client.ts'
import { joinedUser } from '../../users/index.ts'
import { siteRole } from '../site-role.ts'
import type { SiteRow } from '../sites.loaders.ts'
import type { SitePeopleFilters } from './permissions.model.ts'

/** A user who sees a site. */
export interface SitePerson {
  /** The ID of the membership. */
  id: string
  permission: Role
  user: User
  joinedAt: Date
  /** Whether a grant on the site gives them the role; otherwise, it is that in the organization. */
  isGranted: boolean
  organizationId: string
}

const person = joinedUser('user')

/** Everyone who sees a site, by the time they joined the organization. */
export const peopleOfSite = defineList<SiteRow, SitePeopleFilters, SitePerson>({
  name: 'peopleOfSite',
  columns: `m."id" AS "memberId", m."joinedAt", m."organizationId" AS "ofOrganization", onSite."role" AS "permission",
    coalesce(m."role" < onSite."role", true) AS "isGranted", ${person.columns('u')}`,
  from: `"Site" i JOIN "Member" m ON m."organizationId" = i."organizationId" AND NOT m."disabled"
    JOIN LATERAL (SELECT ${siteRole('i."id"', 'm."userId"')} AS "role" OFFSET 0) onSite ON onSite."role" IS NOT NULL
    JOIN "User" u ON u."id" = m."userId"`,
  match: 'i."id" = p.key',
  key: ({ id }) => id,
  conditions: ({ role }) => amongst('onSite."role"', '"Role"', role),
  sort: [
    { sql: 'm."joinedAt"', type: 'timestamptz', value: ({ joinedAt }) => joinedAt.toISOString() },
    { sql: 'm."id"', type: 'text', value: ({ id }) => id },
  ],
  order: () => 'asc',
  shape: (flat) => {
    const row = flat as unknown as Omit<SitePerson, 'user' | 'id' | 'organizationId'> & {
      memberId: string
      ofOrganization: string
    }
    const { memberId: id, ofOrganization: organizationId, permission, joinedAt, isGranted } = row
    return { id, permission, joinedAt, isGranted, organizationId, user: person.take(flat) }
  },
})
