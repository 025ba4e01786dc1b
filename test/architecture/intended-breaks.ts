/**
 * Changes of schema.graphql that break clients of the last release and are meant to: the message of graphql-js, and why.
 * Each is listed in docs/changelog.md as well. A release copies schema.graphql to released.graphql and empties this list.
 */
export const intendedBreaks: Readonly<Record<string, string>> = {
  'Backlink.location changed type from ContentReference to PageReference.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'Backlink.relation changed type from String! to LinkRelation!.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'CommentReply.permissions changed type from CommentPermissions! to CommentReplyPermissions!.':
    'The permissions of each kind of resource are a type of their own.',
  'Conflict.subjectType changed type from String! to ConflictSubjectType!.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'ContentChangeResult.kind changed type from String! to ContentChangeKind!.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'ContentDifference.type changed type from String! to ContentDifferenceType!.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'ContentReference changed from an Object type to an Interface type.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'EventActor.type changed type from String! to EventActorType!.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'Link.location changed type from ContentReference to PageReference.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'Link.relation changed type from String! to LinkRelation!.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'PageLayout.coverSize changed type from String! to PageCoverSize!.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'PageLayout.width changed type from String! to PageWidth!.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'Revision.type changed type from String! to RevisionType!.':
    'A closed set of values is an enum, and each kind of reference is a type.',
  'DocumentPage.path changed type from String! to String.':
    'Fields of one name have one type in all variants of a page.',
  'GroupPage.path changed type from String! to String.':
    'Fields of one name have one type in all variants of a page.',
}
