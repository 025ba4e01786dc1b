import { highestGrant } from '../collections/index.ts'

/**
 * The role of a member `m` on a site, in SQL: their role in the organization, or a higher one that was granted to them or
 * to a team of theirs on the site. Null for guests without such a grant, who do not see it.
 */
export const siteRole = (site: string, user: string) =>
  `greatest(m."role", ${highestGrant(`ARRAY[${site}]`, user)})`
