import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { html } from '../../../core/html.ts'
import { type SignIn, type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { mailLanguageOf } from '../../mail/index.ts'
import { stopAllMails } from '../../preferences/index.ts'
import { digestOf } from '../../tokens/index.ts'
import { notificationTexts } from './texts.ts'

const PATH = 'stop-mails'

/** A link for each of these users with which mails about notifications end. Only digests of their codes are stored. */
export async function createStopLinks(
  tx: Prisma.TransactionClient,
  userIds: readonly string[],
  { origin, now }: { origin: string; now: Date },
): Promise<ReadonlyMap<string, string>> {
  const codes = new Map(userIds.map((userId) => [userId, randomBytes(16).toString('base64url')]))
  await tx.mailStopCode.createMany({
    data: [...codes].map(([userId, code]) => ({ digest: digestOf(code), userId, createdAt: now })),
  })
  return new Map([...codes].map(([userId, code]) => [userId, `${origin}/app/~auth/${PATH}?code=${code}`]))
}

const FIND = statement<{ userId: string }>({
  name: 'userOfMailStopCode',
  text: `SELECT "userId" FROM "MailStopCode" WHERE "digest" = $1`,
})

const FORGET_DUE = statement({
  name: 'forgetDueMails',
  text: `UPDATE "Notification" SET "mailAt" = NULL WHERE "userId" = $1 AND "mailAt" IS NOT NULL`,
})

/** A page without a script. Opening the link changes nothing, because programs that check mails open links as well. */
function page(languages: readonly string[], part: 'question' | 'done' | 'unknown'): string {
  const language = mailLanguageOf(languages[0] ?? null)
  const { stop } = notificationTexts[language]
  const button = html`<form method="post"><button type="submit">${stop.action}</button></form>\n`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${stop.title}</title>
</head>
<body>
<main>
<h1>${stop.title}</h1>
<p>${stop[part]}</p>
${part === 'question' && button}</main>
</body>
</html>
`.text
}

/**
 * The link in a mail: a page that asks, and the POST of its form and of mail programs (RFC 8058), which needs no session.
 * Who has the code can only end mails.
 */
export const stopMails = ({ database }: Pick<SignInOptions, 'database'>): SignIn => ({
  endpoints: {
    [PATH]: signInEndpoint({
      isForServers: true,
      hasPage: true,
      input: z.object({ code: z.string().max(100) }),
      run: async ({ code }, { languages, method }) => {
        const [found] = await database.query(FIND, [digestOf(code)])
        if (!found) return { status: 404, page: page(languages, 'unknown'), body: {} }
        if (method === 'GET') return { page: page(languages, 'question'), body: {} }
        await database.transaction(async (tx, db) => {
          await stopAllMails(tx, found.userId)
          await db.query(FORGET_DUE, [found.userId])
        })
        return { page: page(languages, 'done'), body: {} }
      },
    }),
  },
})
