import type { ObjectRef } from '@pothos/core'
import { builder, type Types } from '../../../graphql/builder.ts'
import { requiredSpace, SpaceType } from '../../spaces/index.ts'
import { knownUserById, UserType } from '../../users/index.ts'
import { RevisionType } from '../content.graphql.ts'
import { revisionNode } from '../content.loaders.ts'

/** A row of work in the background that reads or writes the content of a space. */
interface ContentJob {
  spaceId: string
  revisionId: string | null
  error: string | null
  createdById: string | null
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

/** Adds the fields that all work in the background on content has, such as imports. */
export function addJobFields(type: ObjectRef<Types, ContentJob>, { revision }: { revision: string }): void {
  builder.objectFields(type, (t) => ({
    space: t.field({
      type: SpaceType,
      description: 'The space.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId),
    }),
    revision: t.field({
      type: RevisionType,
      nullable: true,
      description: revision,
      resolve: ({ revisionId }, _args, { caller }) =>
        revisionId === null ? null : caller.load(revisionNode, revisionId),
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'The reason of a failure, and how to fix it.',
    }),
    actor: t.field({
      type: UserType,
      nullable: true,
      description: 'The user who requested it. Null if you cannot see the user.',
      resolve: ({ createdById }, _args, { caller }) =>
        createdById === null ? null : caller.load(knownUserById, createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was requested.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it started. Null while it waits.',
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended. Null while it runs.',
    }),
  }))
}
