/** What the effective role on something is made of, as SQL expressions. */
export interface AccessParts {
  /** The viewer's organization role: null is a guest. */
  memberRole: string
  /** The default level that applies: `inherit` stands for the member's own role, null for none. */
  level: string
  /** The highest role that grants give the viewer, as a `Role`: see `highestGrant`. */
  granted: string
}

/**
 * The viewer's effective role in SQL, the one place of this rule: admin of the organization is admin everywhere;
 * otherwise the highest of the grants to the user or to any of their teams, and of the default. A guest has no default.
 * Lists filter by it, loaders report it, policies judge what they report. Roles compare by the order of their type.
 */
export function effectiveRole({ memberRole, level, granted }: AccessParts): string {
  return `(CASE WHEN ${memberRole} = 'admin' THEN 'admin'::"Role" ELSE greatest(${granted},
    (CASE WHEN ${memberRole} IS NULL THEN NULL
      WHEN ${level} = 'inherit' THEN ${memberRole}
      ELSE ${level}::text::"Role" END)) END)`
}

/**
 * The highest role that is granted to a user or their teams on any of the targets: an array of the ids of the thing
 * itself and of every collection above it. The aliases inside are long on purpose: a short one of the statement around
 * it, used in `viewer`, would be captured.
 */
export const highestGrant = (targets: string, viewer: string) =>
  `(SELECT max(granted."role") FROM "Grant" granted
    WHERE granted."targetId" = ANY(${targets}) AND granted."principalId" = ANY(${principals(viewer)}))`

/** The user and their teams: all that a grant may be to. It depends on the viewer alone, so it is computed once. */
export const principals = (viewer: string) =>
  `array_append(ARRAY(SELECT joined."teamId" FROM "TeamMember" joined WHERE joined."userId" = ${viewer}), ${viewer})`
