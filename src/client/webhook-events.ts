// Written by "npm run client:types" from the section "webhooks" of the OpenAPI document.

/** The types of events, each with what it tells. */
export type WebhookEventType =
  | 'change_request.conflicted' // A change request has conflicts with main content: it was updated from it, or main content was changed.
  | 'change_request.content_changed' // The content of a change request was changed.
  | 'change_request.merged' // A change request was merged.
  | 'change_request.opened' // A change request was created.
  | 'change_request.review_request_removed' // A request for review was removed.
  | 'change_request.review_requested' // A user was requested to review a change request.
  | 'change_request.reviewed' // A change request was reviewed.
  | 'change_request.rules_bypassed' // A change request was merged although it did not meet the merge rules.
  | 'change_request.status_changed' // The status of a change request was changed.
  | 'change_request.updated' // A change request was changed.
  | 'collection.access_changed' // What people can do in a collection was changed for many at once: by its default level or by a move.
  | 'collection.created' // A collection was created.
  | 'collection.deleted' // A collection was deleted.
  | 'collection.moved' // A collection was moved.
  | 'collection.transferred' // A collection was transferred.
  | 'collection.updated' // A collection was updated.
  | 'comment.deleted' // A comment was deleted.
  | 'comment.edited' // A comment was edited.
  | 'comment.posted' // A comment was posted.
  | 'comment.reacted' // The reactions to a comment changed.
  | 'comment.reopened' // A comment was reopened.
  | 'comment.resolved' // A comment was resolved.
  | 'git.connected' // A space was connected to a Git repository.
  | 'git.disconnected' // A space was disconnected from its Git repository.
  | 'git.export_completed' // A Git export was completed.
  | 'git.export_failed' // A Git export failed.
  | 'git.import_completed' // A Git import was completed.
  | 'git.import_failed' // A Git import failed.
  | 'git.progressed' // A Git import or export made progress.
  | 'git.rules_bypassed' // A Git import changed main content although the space has merge rules.
  | 'glossary_entry.created' // A term was added to the glossary.
  | 'glossary_entry.deleted' // A term was deleted from the glossary.
  | 'glossary_entry.updated' // A term of the glossary was changed.
  | 'identity.linked' // A person linked an account at an OpenID provider, with which they sign in from now on.
  | 'identity.unlinked' // A person removed the link to an account at an OpenID provider.
  | 'import.cancelled' // An import was cancelled.
  | 'import.completed' // Content was imported into a change request.
  | 'import.failed' // An import of a large archive failed.
  | 'import.progressed' // An import of a large archive made progress.
  | 'import.started' // An import of a large archive was requested.
  | 'integration.configured' // The configuration or the selection of an installed integration was changed.
  | 'integration.development_ended' // The events of an integration are no longer sent to a tunnel.
  | 'integration.development_started' // The events of an integration are sent to a tunnel of its author.
  | 'integration.installed' // An integration was installed in the organization, on a space or on a site.
  | 'integration.published' // A version of an integration was published.
  | 'integration.uninstalled' // An integration was uninstalled from the organization, a space or a site.
  | 'integration.unpublished' // An integration was unpublished.
  | 'invite.created' // An invite link was created.
  | 'invite.deleted' // An invite link was deleted.
  | 'invite.updated' // An invite link was updated.
  | 'job.retried' // Failed background work was started again.
  | 'member.invited' // A person was invited to an organization.
  | 'member.joined' // A user joined an organization.
  | 'member.removed' // A member was removed.
  | 'member.updated' // A member was updated.
  | 'openapi.created' // An OpenAPI spec was created.
  | 'openapi.deleted' // An OpenAPI spec was deleted.
  | 'openapi.failed' // The source of an OpenAPI spec has an error.
  | 'openapi.processed' // A new source of an OpenAPI spec was processed, or its URL has new content.
  | 'openapi.updated' // The source or the visibility of an OpenAPI spec was changed.
  | 'organization.created' // An organization was created.
  | 'organization.deleted' // An organization was deleted.
  | 'organization.restored' // An organization was restored.
  | 'organization.updated' // An organization was updated.
  | 'passkey.added' // A passkey was added to the account of a person.
  | 'passkey.removed' // A passkey was removed from the account of a person.
  | 'passkey.renamed' // A passkey of a person was given another name.
  | 'password.changed' // The password of a person was set or changed.
  | 'password.removed' // The password of a person was removed.
  | 'password.reset_requested' // A link was created with which a person sets a new password.
  | 'permission.changed' // The permission of a user or a team was changed.
  | 'permission.granted' // A permission was granted to a user or a team.
  | 'permission.removed' // The permission of a user or a team was removed.
  | 'publishing_auth.regenerated' // The key that signs the tokens of visitors of a site was replaced.
  | 'publishing_auth.updated' // The authentication of visitors of a site was updated.
  | 'reply.deleted' // A reply was deleted.
  | 'reply.edited' // A reply was edited.
  | 'reply.posted' // A reply was posted.
  | 'reply.reacted' // The reactions to a reply changed.
  | 'session.ended' // A session was ended, by its person or an admin.
  | 'session.started' // A person signed in.
  | 'share_link.created' // A share link of a site was created.
  | 'share_link.deleted' // A share link of a site was deleted.
  | 'share_link.updated' // A share link of a site was updated.
  | 'site.created' // A site was created.
  | 'site.deleted' // A site was deleted.
  | 'site.hostname_checked' // It was checked whether the hostname or the proxy of a site leads to this server.
  | 'site.published' // A site was published.
  | 'site.unpublished' // A site was unpublished.
  | 'site.updated' // A site was updated.
  | 'site_adaptive_schema.updated' // The adaptive schema of a site was replaced.
  | 'site_customization.updated' // The customization of a site was replaced.
  | 'site_feedback.commented' // A reader of a site commented on their rating of a page.
  | 'site_feedback.created' // A reader of a site rated a page.
  | 'site_feedback.deleted' // Feedback of a reader was deleted.
  | 'site_image.created' // An image was added to a site.
  | 'site_image.deleted' // An image of a site was deleted.
  | 'site_redirect.created' // A redirect of a site was created.
  | 'site_redirect.deleted' // A redirect of a site was deleted.
  | 'site_redirect.updated' // A redirect of a site was changed.
  | 'site_section.created' // A section of a site was created.
  | 'site_section.deleted' // A section of a site was deleted.
  | 'site_section.moved' // A section of a site was moved.
  | 'site_section.updated' // A section of a site was updated.
  | 'site_section_group.created' // A section group of a site was created.
  | 'site_section_group.deleted' // A section group of a site was deleted.
  | 'site_section_group.moved' // A section group of a site was moved.
  | 'site_section_group.updated' // A section group of a site was updated.
  | 'site_space.added' // A space was added to a site.
  | 'site_space.deleted' // A space was removed from a site.
  | 'site_space.moved' // A site space was moved.
  | 'site_space.updated' // A site space was updated.
  | 'site_space_customization.deleted' // The customization of a site space was removed.
  | 'site_space_customization.updated' // The customization of a site space was changed.
  | 'space.access_changed' // What people can do in a space was changed for many at once: by its default level or by a move.
  | 'space.content_updated' // The main content of a space was changed.
  | 'space.created' // A space was created.
  | 'space.deleted' // A space was deleted.
  | 'space.duplicated' // A space was duplicated.
  | 'space.moved' // A space was moved.
  | 'space.purged' // A deleted space was permanently removed.
  | 'space.restored' // A space was restored.
  | 'space.transferred' // A space was transferred.
  | 'space.updated' // A space was updated.
  | 'team.created' // A team was created.
  | 'team.deleted' // A team was deleted.
  | 'team.member_added' // A member was added to a team.
  | 'team.member_removed' // A member was removed from a team.
  | 'team.member_updated' // The role of a member of a team was changed.
  | 'team.updated' // A team was updated.
  | 'token.created' // An API token was created.
  | 'token.revoked' // An API token was revoked.
  | 'translation.created' // Translation settings were created.
  | 'translation.deleted' // Translation settings were deleted.
  | 'translation.updated' // Translation settings were changed.
  | 'user.deleted' // A user was deleted.
  | 'user.disabled' // An operator of this instance disabled a user: all tokens and sessions ended.
  | 'user.email_changed' // The e-mail address of a user was changed.
  | 'user.enabled' // A disabled user was enabled again.
  | 'user.operator_appointed' // A user became an operator of this instance.
  | 'user.operator_dismissed' // A user is no longer an operator of this instance.
  | 'user.updated' // A user was updated.
  | 'webhook.created' // A webhook was created.
  | 'webhook.deleted' // A webhook was deleted.
  | 'webhook.paused' // A webhook was paused.
  | 'webhook.updated' // A webhook was updated.

/** An event, as webhooks deliver it. */
export interface WebhookMessage {
  /** The ID of the event. */
  id: string
  /** The type of the event. */
  type: string
  organization: string
  space?: string
  changeRequest?: string
  /** The ID of the user. Null for the system. */
  actor: string | null
  occurredAt: string
  /** The IDs of the resources that the event is about, by their kinds. */
  subject: Record<string, string>
  /** The tags of cached answers that have changed, as in `X-Quire-Cache-Tag`. */
  tags: string[]
}

/** An event of one of these types. Without a parameter, of any. */
export type WebhookEvent<Type extends WebhookEventType = WebhookEventType> = {
  [Each in Type]: WebhookMessage & { type: Each }
}[Type]
