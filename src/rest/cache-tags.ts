/**
 * The names by which frontends that cache answers of the API forget them: answers list the tags of what they are made
 * of, and messages about events those of what has changed. They are the names that renderers for the public API use.
 */
export const cacheTag = {
  site: (id: string) => `site:${id}`,
  space: (id: string) => `space:${id}`,
  changeRequest: (spaceId: string, id: string) => `space:${spaceId}:change-request:${id}`,
  openAPISpec: (organizationId: string, slug: string) => `organization:${organizationId}:openapi:${slug}`,
  integration: (name: string) => `integration:${name}`,
  user: (id: string) => `user:${id}`,
}

/** The tags of the resources in the path of a request. */
export function cacheTagsIn(path: Readonly<Record<string, unknown>>): string[] {
  const text = (name: string) => (typeof path[name] === 'string' ? path[name] : undefined)
  const [space, changeRequest, site] = [text('spaceId'), text('changeRequestId'), text('siteId')]
  const [organization, spec] = [text('organizationId'), text('specSlug')]
  const [integration, user] = [text('integrationName'), text('userId')]
  return [
    ...(site ? [cacheTag.site(site)] : []),
    ...(space ? [cacheTag.space(space)] : []),
    ...(space && changeRequest ? [cacheTag.changeRequest(space, changeRequest)] : []),
    ...(organization && spec ? [cacheTag.openAPISpec(organization, spec)] : []),
    ...(integration ? [cacheTag.integration(integration)] : []),
    ...(user ? [cacheTag.user(user)] : []),
  ]
}
