import { z } from 'zod'
import { forbidden } from '../../core/errors.ts'
import { idField } from '../../core/fields.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { listOperation } from '../../core/operations/operation.ts'
import { Prisma, type Space, type User } from '../../generated/prisma/client.ts'
import { containsFolded } from '../members/index.ts'
import { getSpaceRow, mayComment, reachOf } from '../spaces/index.ts'
import { peopleWithAccess, spaceParts } from './people-with-access.ts'

const Filters = z.object({
  search: z.string().trim().max(255).optional().meta({
    description:
      'Only users with a word of the name, or an e-mail address, that begins with this text. Case and accents are ignored.',
  }),
})
type Filters = z.output<typeof Filters>

/** The names and addresses of users, each after a space. */
const SEARCHED = `(' ' || quire_fold(u."displayName") || coalesce(' ' || quire_fold(u."email"), ''))`

/** As in lists of members: a guest of the organization sees only themselves. */
const IS_SHOWN = `(u."id" = ${VIEWER} OR EXISTS (SELECT 1 FROM "Member" v
    WHERE v."organizationId" = (SELECT "organizationId" FROM "target") AND v."userId" = ${VIEWER} AND v."role" IS NOT NULL))`

type Mentionable = User & { foldedName: string }

const people = peopleWithAccess(spaceParts)

/** Everyone who can see a space, by name. */
const mentionableUsers = defineList<Space, Filters, Mentionable>({
  name: 'mentionableUsers',
  ...people,
  match: `${people.match} AND ${IS_SHOWN}`,
  columns: `${columnsOf('u', Prisma.UserScalarFieldEnum)}, quire_fold(u."displayName") AS "foldedName"`,
  conditions: ({ search }) => (search ? [{ sql: containsFolded(SEARCHED), value: ` ${search}` }] : []),
  sort: [
    { sql: 'quire_fold(u."displayName")', type: 'text', value: ({ foldedName }) => foldedName },
    { sql: 'u."id"', type: 'text', value: ({ id }) => id },
  ],
  order: () => 'asc',
})

/** The users whom comments in a space, and on its change requests, can mention. Others would not be notified. */
export const listMentionableUsers = listOperation({
  id: 'permissions.listMentionable',
  input: Filters.extend({ spaceId: idField('Space', 'The ID of the space.') }),
  filters: Filters,
  // As for lists of members.
  scope: 'organization:members:read',
  parent: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  guard: async (ctx, { id }) => {
    if (mayComment(await reachOf(ctx.reads, id))) return
    throw forbidden(
      'You need the comment role or higher in this space to list the users whom you can mention.',
    )
  },
  list: () => mentionableUsers,
})
