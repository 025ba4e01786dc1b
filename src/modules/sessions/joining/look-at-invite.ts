import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { isMailConfigured } from '../../mail/index.ts'
import { accountOf } from '../accounts/found-account.ts'
import { JoinKey, lookAtKey } from './join-keys.ts'

/**
 * Shows who invites to what. Whether the address has an account is told only to people who have proved that it is theirs.
 */
export const lookAtInvite = (options: SignInOptions) =>
  signInEndpoint({
    input: JoinKey,
    run: async (given, { viewer }) => {
      const { invite, email, isProven } = await lookAtKey(
        options,
        given,
        viewer?.session ? viewer.userId : null,
      )
      const { prisma } = options.database
      return {
        body: {
          organization: { id: invite.organizationId, title: invite.organizationTitle },
          inviter: invite.inviter,
          role: invite.role,
          level: invite.level,
          email,
          needsMail: !isProven && isMailConfigured(options.tools.settings),
          ...(isProven && email !== null
            ? { hasAccount: (await accountOf(prisma, email))?.isSetUp ?? false }
            : {}),
        },
      }
    },
  })
