/**
 * Whether a member, by its alias, signs in with SSO: the person has an account at a provider, or an admin has said so. For
 * select lists and conditions.
 */
export const signsInWithSso = (member: string): string =>
  `(${member}."sso" OR EXISTS (SELECT 1 FROM "Identity" i WHERE i."userId" = ${member}."userId"))`
