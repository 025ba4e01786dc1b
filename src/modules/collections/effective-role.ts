/** The inputs of the effective role on a resource, as SQL expressions. */
interface AccessParts {
  /** The viewer's role in the organization; null for a guest. */
  memberRole: string
  /** The default level that applies: `inherit` means the member's own role, null means no access. */
  level: string
  /** The highest role that grants give the viewer, as a `Role`: see `highestGrant`. */
  granted: string
}

/**
 * The viewer's effective role in SQL, the only definition of this rule: an admin of the organization is an
 * admin everywhere; for others it is the highest of the grants to the user or to any of their teams, and of
 * the default level. The default level does not apply to guests. Lists filter by it, loaders return it, and
 * policies use it. Roles compare by the order of their type.
 */
export function effectiveRole({ memberRole, level, granted }: AccessParts): string {
  return `(CASE WHEN ${memberRole} = 'admin' THEN 'admin'::"Role" ELSE greatest(${granted},
    (CASE WHEN ${memberRole} IS NULL THEN NULL
      WHEN ${level} = 'inherit' THEN ${memberRole}
      ELSE ${level}::text::"Role" END)) END)`
}

/**
 * The highest role granted to a user or their teams on any of the targets: an array with the ids of the
 * resource and of every collection above it. The aliases inside are long on purpose: a short alias of the
 * surrounding statement, used in `viewer`, would be captured.
 */
export const highestGrant = (targets: string, viewer: string) =>
  `(SELECT max(granted."role") FROM "Grant" granted
    WHERE granted."targetId" = ANY(${targets}) AND granted."principalId" = ANY(${principals(viewer)}))`

/**
 * The user and their teams: every principal that a grant can be to. It depends only on the viewer, so it is
 * computed once.
 */
export const principals = (viewer: string) =>
  `array_append(ARRAY(SELECT joined."teamId" FROM "TeamMember" joined WHERE joined."userId" = ${viewer}), ${viewer})`
