export const inbox = {
  title: 'Inbox',
  somebody: 'Somebody',
  /** `{who}` is the name of a person, `{title}` that of a change request, space or organization. */
  sentences: {
    COMMENT: '{who} commented on {title}',
    CONFLICT: 'Conflicts in {title}',
    GIT_FAILED: 'Git failed in {title}',
    INVITED: '{who} invited you to {title}',
    MENTION: '{who} mentioned you in {title}',
    MERGED: '{who} merged {title}',
    REPLY: '{who} replied in {title}',
    REVIEWED: '{who} reviewed {title}',
    REVIEW_REQUESTED: '{who} asks you to review {title}',
    SPEC_FAILED: 'An OpenAPI spec has an error in {title}',
  },
}
