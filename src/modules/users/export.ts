import { requireUnscoped } from '../../core/access/viewer.ts'
import type { Context } from '../../core/operations/context.ts'
import type { Downloads } from '../../core/operations/downloads.ts'
import { readOperation } from '../../core/operations/operation.ts'
import { personalData } from '../../core/personal-data.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { getManagedUser } from './erasure.ts'
import { ExportUserData, ExportViewerData } from './users.model.ts'

/** The rows that one statement reads. An export holds no more of them at a time. */
const ROWS_AT_ONCE = 1_000
/** What fetching an export costs: it reads tables that have no index by user. */
const POINTS = 100

/** The user whose data is exported. It is read when the URL is fetched. */
export const exportUserData = readOperation({
  id: 'users.export',
  input: ExportUserData,
  scope: 'user:read',
  read: (ctx, { userId }) => exportable(ctx, userId),
})

/** The same for the caller. */
export const exportViewerData = readOperation({
  id: 'users.exportViewer',
  input: ExportViewerData,
  scope: 'user:read',
  read: (ctx) => exportable(ctx, ctx.viewer.userId),
})

async function exportable(ctx: Context, userId: string): Promise<User> {
  const user = await getManagedUser(ctx, userId, 'export the data')
  // It contains what other scopes are needed for.
  requireUnscoped(ctx.viewer, 'Exporting the data of a user')
  return user
}

const USER = statement<User>({ name: 'exportedUser', text: 'SELECT * FROM "User" WHERE "id" = $1' })

/** Everything about a user as one JSON document, in pieces. */
export async function* dataOfUser(db: Queryable, user: User, now: Date): AsyncGenerator<string> {
  const { id, displayName, email, photoURL, isOperator, deletedAt } = user
  const profile = { id, displayName, email, photoURL, isOperator, deletedAt }
  yield `{"object":"user-data","exportedAt":${JSON.stringify(now)},"user":${JSON.stringify(profile)}`
  for (const { exported = {} } of personalData) {
    for (const [name, rows] of Object.entries(exported)) {
      yield `,${JSON.stringify(name)}:[`
      let after = ''
      for (;;) {
        const page = await db.query(rows, [id, after, ROWS_AT_ONCE])
        if (page.length > 0) {
          yield `${after === '' ? '' : ','}${page.map(({ data }) => JSON.stringify(data)).join(',')}`
        }
        if (page.length < ROWS_AT_ONCE) break
        after = page.at(-1)?.key ?? ''
      }
      yield ']'
    }
  }
  yield '}'
}

/** Exports at signed paths. */
export const userDataDownloads = (db: Queryable, now: () => Date): Downloads => ({
  paths: {
    '/user-data/:userId/data.json': async ({ userId = '' }) => {
      const [user] = await db.query(USER, [userId])
      if (!user) return null
      return {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${userId}.json"`,
          'cache-control': 'no-store',
        },
        stream: async (charge) => {
          await charge(POINTS)
          return dataOfUser(db, user, now())
        },
      }
    },
  },
})
