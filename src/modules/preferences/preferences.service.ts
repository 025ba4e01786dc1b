import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { operation, readOperation } from '../../core/operations/operation.ts'
import type { Preferences, Prisma } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import {
  DEFAULT_MAIL,
  GetPreferences,
  MailChoices,
  type MailFrequency,
  type MailKind,
  Theme,
  UpdatePreferences,
} from './preferences.model.ts'

/** What a person has chosen, and what applies where they have not. */
export interface ChosenPreferences {
  language: string | null
  theme: Theme | null
  keyBindings: boolean
  mail: Readonly<Record<MailKind, MailFrequency>>
}

const FIND = statement<Preferences>({
  name: 'preferencesOfUser',
  text: `SELECT "userId", "language", "theme", "keyBindings", "mail", "version" FROM "Preferences" WHERE "userId" = $1`,
})

async function preferencesOf({ db }: RequestLoaders, userId: string): Promise<ChosenPreferences> {
  const [row] = await db.query(FIND, [userId])
  return {
    language: row?.language ?? null,
    theme: Theme.nullable().parse(row?.theme ?? null),
    keyBindings: row?.keyBindings ?? true,
    mail: { ...DEFAULT_MAIL, ...MailChoices.parse(row?.mail ?? {}) },
  }
}

export const getPreferences = readOperation({
  id: 'preferences.get',
  input: GetPreferences,
  scope: 'user:read',
  read: (ctx) => preferencesOf(ctx.reads, ctx.viewer.userId),
})

/** Changes what the viewer has chosen for the console and for mail. It emits no event: nobody else needs to know. */
export const updatePreferences = operation({
  id: 'preferences.update',
  input: UpdatePreferences,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx) => ctx.viewer.userId,
  run: async (ctx, { language, theme, keyBindings, mail = {} }, userId) => {
    const data = {
      ...(language === undefined ? {} : { language }),
      ...(theme === undefined ? {} : { theme }),
      ...(keyBindings === undefined ? {} : { keyBindings }),
    }
    await ctx.tx.preferences.createMany({ data: [{ userId }], skipDuplicates: true })
    if (Object.keys(data).length > 0) await ctx.tx.preferences.updateMany({ where: { userId }, data })
    // Merged by the statement, so that concurrent changes of different kinds are all kept.
    if (Object.keys(mail).length > 0) {
      await ctx.tx.$executeRaw`UPDATE "Preferences" SET "mail" = "mail" || ${JSON.stringify(mail)}::jsonb
        WHERE "userId" = ${userId}`
    }
    return preferencesOf(ctx.reads, userId)
  },
})

/** The languages that people have chosen, by their e-mail address. */
export async function languagesByEmail(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.$queryRaw<{ email: string; language: string }[]>`
    SELECT u."email", p."language" FROM "User" u JOIN "Preferences" p ON p."userId" = u."id"
    WHERE u."email" = ANY(${emails}::text[]) AND p."language" IS NOT NULL`
  return new Map(rows.map(({ email, language }) => [email, language]))
}
