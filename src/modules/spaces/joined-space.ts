import { Prisma, type Space } from '../../generated/prisma/client.ts'

/** The columns of a space `s` that is joined to another row, and what they are named there. */
export type JoinedSpace = { [Name in keyof Space as `space.${Name}`]: Space[Name] }

export const JOINED_SPACE_COLUMNS = Object.keys(Prisma.SpaceScalarFieldEnum)
  .map((name) => `s."${name}" AS "space.${name}"`)
  .join(', ')

/** A literal, because a loop over the columns takes longer than reading the row. A missing column does not compile. */
export function joinedSpace(row: JoinedSpace): Space {
  return {
    id: row['space.id'],
    organizationId: row['space.organizationId'],
    parentId: row['space.parentId'],
    orderKey: row['space.orderKey'],
    title: row['space.title'],
    emoji: row['space.emoji'],
    iconURL: row['space.iconURL'],
    language: row['space.language'],
    visibility: row['space.visibility'],
    editMode: row['space.editMode'],
    defaultLevel: row['space.defaultLevel'],
    revisionId: row['space.revisionId'],
    sameRevisions: row['space.sameRevisions'],
    createdById: row['space.createdById'],
    createdAt: row['space.createdAt'],
    updatedAt: row['space.updatedAt'],
    deletedAt: row['space.deletedAt'],
    gitSync: row['space.gitSync'],
    mergeRules: row['space.mergeRules'],
    version: row['space.version'],
    commentsOpen: row['space.commentsOpen'],
    changeRequestsTotal: row['space.changeRequestsTotal'],
    changeRequestsOpen: row['space.changeRequestsOpen'],
    changeRequestsDraft: row['space.changeRequestsDraft'],
    lastNumber: row['space.lastNumber'],
    indexVersion: row['space.indexVersion'],
  }
}
