/** What the effective role on something is made of, as SQL expressions. */
export interface AccessParts {
  /** The viewer's organization role: null is a guest. */
  memberRole: string
  /** The default level that applies: `inherit` stands for the member's own role, null for none. */
  level: string
  /** An array of the ids that a grant may be on: the thing itself and every collection above it. */
  targets: string
  /** The viewer's user id. */
  viewer: string
}

/**
 * The viewer's effective role in SQL, the one place of this rule: admin of the organization is admin everywhere;
 * otherwise the highest of the grants to the user or to any of their teams, and of the default. A guest has no default.
 * Lists filter by it, loaders report it, policies judge what they report. Roles compare by the order of their type. The
 * aliases inside are long on purpose: a short one of the statement around it, used in `viewer`, would be captured.
 */
export function effectiveRole({ memberRole, level, targets, viewer }: AccessParts): string {
  return `(CASE WHEN ${memberRole} = 'admin' THEN 'admin'::"Role" ELSE greatest(
    (SELECT max(granted."role") FROM "Grant" granted
      WHERE granted."targetId" = ANY(${targets}) AND granted."principalId" = ANY(${principals(viewer)})),
    (CASE WHEN ${memberRole} IS NULL THEN NULL
      WHEN ${level} = 'inherit' THEN ${memberRole}
      ELSE ${level}::text::"Role" END)) END)`
}

/** The user and their teams: whoever a grant may be to. It depends on the viewer alone, so it is computed once. */
const principals = (viewer: string) =>
  `array_append(ARRAY(SELECT joined."teamId" FROM "TeamMember" joined WHERE joined."userId" = ${viewer}), ${viewer})`
