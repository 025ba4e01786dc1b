import { builder } from '../../../graphql/builder.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { nestedField } from '../../../graphql/field.ts'
import { ChangeRequestType } from '../../change-requests/index.ts'
import { MergeBlockerName, ruleDescriptions } from '../../organizations/index.ts'
import type { Blocker } from './blockers.ts'
import { type ConflictingPage, MAX_CONFLICTING_PAGES } from './found-conflicts.ts'
import { getMergeability, type Mergeability, MergeState } from './mergeability.ts'

const StateEnum = graphqlEnum('MergeState', MergeState, 'Whether a change request can be merged.', {
  clean: 'It can be merged.',
  outdated: 'It can be merged, together with later changes of main content.',
  conflicts:
    'Main content has changed the same content. Update it from main content, and resolve the conflicts.',
  blocked: 'Rules do not allow it: see `blockedBy`.',
  merged: 'It is merged.',
})

const BlockerEnum = graphqlEnum('MergeBlockerName', MergeBlockerName, 'What a merge requires.', {
  ...ruleDescriptions,
  archived: 'It is not archived.',
})

const BlockerType = builder.objectRef<Blocker>('MergeBlocker').implement({
  description: 'A rule that a change request does not meet.',
  fields: (t) => ({
    rule: t.field({ type: BlockerEnum, description: 'The rule.', resolve: ({ rule }) => rule }),
    message: t.exposeString('message', { description: 'What is missing, and what to do.' }),
  }),
})

const ConflictingPageType = builder.objectRef<ConflictingPage>('ConflictingPage').implement({
  description: 'A page that main content and a change request changed differently.',
  fields: (t) => ({
    pageId: t.exposeID('pageId', { description: 'The ID of the page.' }),
    title: t.exposeString('title', { description: 'The title, in the change request if it has the page.' }),
    path: t.exposeString('path', { description: 'The path, in the change request if it has the page.' }),
  }),
})

const MergeabilityType = builder.objectRef<Mergeability>('ChangeRequestMerge').implement({
  description: 'Whether a change request can be merged now, and what prevents it.',
  fields: (t) => ({
    state: t.field({
      type: StateEnum,
      description: 'Whether it can be merged.',
      resolve: ({ state }) => state,
    }),
    conflictCount: t.int({
      description:
        'The number of conflicts: those that are not resolved yet, and those that a merge would find.',
      resolve: ({ conflicts }) => conflicts.count,
    }),
    conflictingPages: t.field({
      type: [ConflictingPageType],
      description: `The pages with conflicts, at most ${MAX_CONFLICTING_PAGES}.`,
      resolve: ({ conflicts }) => [...conflicts.pages],
    }),
    blockedBy: t.field({
      type: [BlockerType],
      description: 'The rules that it does not meet, for you.',
      resolve: ({ blockers }) => blockers,
    }),
    viewerCanBypass: t.exposeBoolean('canBypass', {
      description: 'Whether you can merge it without meeting the rules, with `bypassRules`.',
    }),
  }),
})

nestedField(ChangeRequestType, 'merge', getMergeability, {
  type: MergeabilityType,
  description: 'Whether the change request can be merged now. Nothing is changed by this.',
  // The texts of both sides may have to be merged.
  complexity: 50,
  subject: (changeRequest) => changeRequest,
  given: ({ id, spaceId }) => ({ spaceId, changeRequestId: id }),
  givenNames: ['spaceId', 'changeRequestId'],
})
