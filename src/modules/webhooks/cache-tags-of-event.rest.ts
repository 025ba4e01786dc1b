import { cacheTag } from '../../rest/cache-tags.ts'

/** The tags of what an event has changed. `slugs` has those of OpenAPI specs by their IDs. */
export function cacheTagsOfEvent(
  event: {
    organizationId: string
    spaceId?: string | null | undefined
    changeRequestId?: string | null | undefined
    subject: Readonly<Record<string, string>>
  },
  slugs: ReadonlyMap<string, string> = new Map(),
): string[] {
  const { organizationId, spaceId, changeRequestId, subject } = event
  const slug = subject.openAPISpec === undefined ? undefined : slugs.get(subject.openAPISpec)
  return [
    ...(subject.site ? [cacheTag.site(subject.site)] : []),
    ...(spaceId ? [cacheTag.space(spaceId)] : []),
    ...(spaceId && changeRequestId ? [cacheTag.changeRequest(spaceId, changeRequestId)] : []),
    ...(slug ? [cacheTag.openAPISpec(organizationId, slug)] : []),
    ...(subject.user ? [cacheTag.user(subject.user)] : []),
  ]
}
