/** Addresses of resources, made in one place so that both doors give the same. */
export class Urls {
  readonly #origin: () => string

  /** The origin is asked for each time: without a public one it is known only once the server listens. */
  constructor(origin: () => string) {
    this.#origin = origin
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
  space = (id: string) => this.api(`/spaces/${id}`)
  changeRequest = (spaceId: string, id: string) => this.api(`/spaces/${spaceId}/change-requests/${id}`)
  review = (review: { id: string; spaceId: string; changeRequestId: string }) =>
    `${this.changeRequest(review.spaceId, review.changeRequestId)}/reviews/${review.id}`

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
