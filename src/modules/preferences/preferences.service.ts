import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { operation, readOperation } from '../../core/operations/operation.ts'
import type { Preferences, Prisma } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import {
  DEFAULT_INBOX,
  DEFAULT_MAIL,
  GetPreferences,
  InboxChoices,
  MailChoices,
  type MailFrequency,
  type MailKind,
  mailKindNames,
  Theme,
  UpdatePreferences,
} from './preferences.model.ts'

/** What a person has chosen, and what applies where they have not. */
export interface ChosenPreferences {
  language: string | null
  theme: Theme | null
  keyBindings: boolean
  mail: Readonly<Record<MailKind, MailFrequency>>
  inbox: Readonly<Record<MailKind, boolean>>
}

const FIND = statement<Preferences>({
  name: 'preferencesOfUser',
  text: `SELECT "userId", "language", "theme", "keyBindings", "mail", "inbox", "version" FROM "Preferences" WHERE "userId" = $1`,
})

async function preferencesOf({ db }: RequestLoaders, userId: string): Promise<ChosenPreferences> {
  const [row] = await db.query(FIND, [userId])
  return {
    language: row?.language ?? null,
    theme: Theme.nullable().parse(row?.theme ?? null),
    keyBindings: row?.keyBindings ?? true,
    mail: { ...DEFAULT_MAIL, ...MailChoices.parse(row?.mail ?? {}) },
    inbox: { ...DEFAULT_INBOX, ...InboxChoices.parse(row?.inbox ?? {}) },
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
  run: async (ctx, { language, theme, keyBindings, mail = {}, inbox = {} }, userId) => {
    const data = {
      ...(language === undefined ? {} : { language }),
      ...(theme === undefined ? {} : { theme }),
      ...(keyBindings === undefined ? {} : { keyBindings }),
    }
    await ctx.tx.preferences.createMany({ data: [{ userId }], skipDuplicates: true })
    if (Object.keys(data).length > 0) await ctx.tx.preferences.updateMany({ where: { userId }, data })
    // Merged by the statement, so that concurrent changes of different kinds are all kept.
    if (Object.keys({ ...mail, ...inbox }).length > 0) {
      await ctx.tx.$executeRaw`UPDATE "Preferences" SET "mail" = "mail" || ${JSON.stringify(mail)}::jsonb,
        "inbox" = "inbox" || ${JSON.stringify(inbox)}::jsonb WHERE "userId" = ${userId}`
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

/** No more mails of any kind that can be chosen. */
export async function stopAllMails(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const never = JSON.stringify(Object.fromEntries(mailKindNames.map((kind) => [kind, 'never'])))
  await tx.$executeRaw`INSERT INTO "Preferences" AS p ("userId", "mail") VALUES (${userId}, ${never}::jsonb)
    ON CONFLICT ("userId") DO UPDATE SET "mail" = p."mail" || EXCLUDED."mail"`
}
