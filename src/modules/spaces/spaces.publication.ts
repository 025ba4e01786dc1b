import type { BatchDefinition } from '../../core/lists/definitions.ts'
import { readOf } from '../../core/lists/loaders.ts'
import type { Caller } from '../../core/operations/caller.ts'
import type { Space } from '../../generated/prisma/client.ts'
import type { Urls } from '../../http/urls.ts'
import type { visibilities } from './spaces.model.ts'

/** How a space is published, as far as the viewer can know. */
export interface Publication {
  /** The widest visibility of the published sites that show the space. */
  readonly visibility: (typeof visibilities)[number]
  /** What authenticates visitors, where they need to be authenticated. */
  readonly visitorAuth: { readonly backend: string } | null
  /** The URL of the space on that site. */
  readonly urlOn: (urls: Urls) => string | undefined
}

export interface PublicationKey {
  spaceId: string
  /** The key of a share link. The URL is then that of its site, with the key. */
  shareKey?: string | undefined
}

/** A space, with the share key that its caller sent. */
export type SharedSpace = Space & { shareKey?: string | undefined }

let publications: BatchDefinition<PublicationKey, Publication> | undefined

/** Declares who knows the publications of spaces. Called when that module is loaded. */
export function declarePublications(definition: BatchDefinition<PublicationKey, Publication>): void {
  publications = definition
}

const publicationAt = readOf('space:read', async (reads, key: PublicationKey) =>
  publications ? reads.load(publications, key) : null,
)

/** How a space is published. Null if it is not, or is deleted. */
export const publicationOf = (
  { id: spaceId, shareKey, deletedAt }: SharedSpace,
  { caller }: { caller: Caller },
): Promise<Publication | null> =>
  deletedAt ? Promise.resolve(null) : caller.load(publicationAt, { spaceId, shareKey })

/** The URLs for readers: `published` for those whom the visibility admits, `public` for everyone. */
export function publishedUrlsOf(
  publication: Publication | null,
  urls: Urls,
): { published?: string | undefined; public?: string | undefined } {
  const published = publication?.urlOn(urls)
  return { published, public: publication?.visibility === 'public' ? published : undefined }
}
