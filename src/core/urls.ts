import type { SignedPaths } from './signed-paths.ts'

/** Long enough to read a page and come back to it; short enough that a leaked address is soon worth nothing. */
const FILE_LIFETIME_MS = 60 * 60 * 1000
const PDF_LIFETIME_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

/** Addresses of resources, made in one place so that both doors give the same. */
export class Urls {
  readonly #origin: () => string
  readonly #signed: SignedPaths

  /** The origin is asked for each time: without a public one it is known only once the server listens. */
  constructor(origin: () => string, signed: SignedPaths) {
    this.#origin = origin
    this.#signed = signed
  }

  /** Where the REST door serves a resource. */
  api(path: string): string {
    return `${this.#origin()}/v1${path}`
  }

  /** Where a person opens it. */
  app(path: string): string {
    return `${this.#origin()}/app${path}`
  }

  user = (id: string) => this.api(`/users/${id}`)
  organization = (id: string) => this.api(`/orgs/${id}`)
  collection = (id: string) => this.api(`/collections/${id}`)
  invite = (organizationId: string, id: string) => `${this.organization(organizationId)}/link-invites/${id}`
  webhook = (organizationId: string, id: string) => `${this.organization(organizationId)}/webhooks/${id}`
  space = (id: string) => this.api(`/spaces/${id}`)
  changeRequest = (spaceId: string, id: string) => this.api(`/spaces/${spaceId}/change-requests/${id}`)
  review = (review: { id: string; spaceId: string; changeRequestId: string }) =>
    `${this.changeRequest(review.spaceId, review.changeRequestId)}/reviews/${review.id}`

  /** Where a page is read: in main content, or in a change request. */
  page(spaceId: string, changeRequestId: string | null, pageId: string): string {
    const place =
      changeRequestId === null ? this.space(spaceId) : this.changeRequest(spaceId, changeRequestId)
    return `${place}/content/page/${pageId}`
  }

  /** Where the bytes of a file are, for a while and for whoever was given the address. */
  file(spaceId: string, { blob, name }: { blob: string; name: string }): string {
    const path = `/files/${spaceId}/${blob}/${encodeURIComponent(name)}`
    return `${this.#origin()}${this.#signed.sign(path, FILE_LIFETIME_MS)}`
  }

  /** Where a revision is as a PDF, for an hour and for whoever was given the address. */
  pdf(spaceId: string, revisionId: string, name: string): string {
    const path = `/pdf/${spaceId}/${revisionId}/${name}`
    return `${this.#origin()}${this.#signed.sign(path, PDF_LIFETIME_MS, MINUTE_MS)}`
  }

  comment(comment: { id: string; spaceId: string; changeRequestId: string | null }): string {
    const place =
      comment.changeRequestId === null
        ? this.space(comment.spaceId)
        : this.changeRequest(comment.spaceId, comment.changeRequestId)
    return `${place}/comments/${comment.id}`
  }

  reply(reply: { id: string; commentId: string; spaceId: string; changeRequestId: string | null }): string {
    return `${this.comment({ ...reply, id: reply.commentId })}/replies/${reply.id}`
  }
}
