import { z } from 'zod'
import { forbidden, unauthenticated } from '../../../core/errors.ts'
import { type SignInOptions, type SignInRequest, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { digestOf } from '../../tokens/index.ts'
import { Email } from '../../users/index.ts'
import { requireMethod } from '../allowed-methods.ts'
import { AttemptBudgets } from '../attempts.ts'
import { GivenPassword } from '../passwords/new-password.ts'
import { isPassword, type Turn, whileGuessing } from '../passwords/password-hash.ts'
import { beginSession, newSession, provenUser } from './new-session.ts'

interface FoundAccount {
  userId: string
  passwordHash: string | null
  isKnownBrowser: boolean
  isDisabled: boolean
}

const FIND = statement<FoundAccount>({
  name: 'accountByEmail',
  text: `SELECT u."id" AS "userId", a."passwordHash", EXISTS (
      SELECT 1 FROM "KnownBrowser" k WHERE k."userId" = u."id" AND k."digest" = $2) AS "isKnownBrowser",
      EXISTS (SELECT 1 FROM "DisabledUser" d WHERE d."userId" = u."id") AS "isDisabled"
    FROM "User" u LEFT JOIN "Account" a ON a."userId" = u."id" WHERE u."email" = $1`,
})

const REFUSAL = 'The e-mail address or the password is wrong.'

/**
 * Signs in with an e-mail address and a password. Attempts at unknown accounts run the same statements and hash as long,
 * so that neither the answer nor its time tells whether an account exists.
 */
export const password = ({ database, now, tools }: SignInOptions) =>
  signInEndpoint({
    input: z.object({ email: Email, password: GivenPassword }),
    run: async ({ email, password }, request) => {
      requireMethod(tools.settings, 'password')
      const userId = await provePassword({ database, now }, { email, password }, request)
      const session = newSession(request, 'password', now())
      await request.callerFor(provenUser(userId)).call(beginSession, session.start)
      return session.answer()
    },
  })

/** The user of an e-mail address and a password. Failed attempts are charged. */
async function provePassword(
  { database, now }: Pick<SignInOptions, 'database' | 'now'>,
  { email, password }: { email: string; password: string },
  { network, knownBrowser }: Pick<SignInRequest, 'network' | 'knownBrowser'>,
): Promise<string> {
  const browser = knownBrowser === undefined ? undefined : digestOf(knownBrowser)
  const budgets = new AttemptBudgets({ email, browser, network }, now())
  const look = async (): Promise<FoundAccount | undefined> => {
    const [[account]] = await Promise.all([
      database.query(FIND, [email, browser ?? '']),
      budgets.read(database),
    ])
    budgets.require(account?.isKnownBrowser ?? false)
    return account
  }
  const turnOf = (account: FoundAccount | undefined): Turn => {
    if (account?.isKnownBrowser) return { queue: 'known', of: account.userId }
    return { queue: budgets.hasNetworkFailed ? 'suspicious' : 'unknown', of: network }
  }
  return whileGuessing(look, turnOf, async (account) => {
    const isRight = await isPassword(password, account?.passwordHash ?? null)
    if (account && isRight) {
      if (account.isDisabled)
        throw forbidden('This account is disabled. Ask an operator of this instance to enable it.')
      return account.userId
    }
    await budgets.charge(database, account?.isKnownBrowser ?? false)
    throw unauthenticated(REFUSAL)
  })
}
