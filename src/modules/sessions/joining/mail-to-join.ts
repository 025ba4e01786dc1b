import { DomainError, invalidField } from '../../../core/errors.ts'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { joinLink } from '../../invites/index.ts'
import { isMailConfigured, sendMail } from '../../mail/index.ts'
import { languagesByEmail } from '../../preferences/index.ts'
import { Email } from '../../users/index.ts'
import { CODE_MS, createCode } from '../codes/one-time-codes.ts'
import { requireMayMail, whileMailing } from '../mails/mailing.ts'
import { type Continued, JoinKey, lookAtKey } from './join-keys.ts'

/**
 * Mails a link with which a person continues who was invited by a link. Addresses with and without an account get the same
 * mail.
 */
export const mailToJoin = (options: SignInOptions) =>
  signInEndpoint({
    input: JoinKey.extend({ email: Email.optional() }),
    run: async ({ organization, key, email: given }, { languages }) => {
      const { now, tools } = options
      if (!isMailConfigured(tools.settings)) {
        throw new DomainError('conflict', 'This server cannot send mail. Join without a mail.')
      }
      const { invite, email: fixed } = await lookAtKey(options, { organization, key })
      const email = fixed ?? given
      if (email === undefined) throw invalidField('email', 'is missing; enter your e-mail address')
      await whileMailing(options, async (mailing) => {
        const { tx } = mailing
        await requireMayMail(tx, email, now())
        const data: Continued = { inviteId: invite.id, email }
        const code = await createCode(tx, now(), { kind: 'join', data })
        const language = (await languagesByEmail(tx, [email])).get(email) ?? languages[0] ?? null
        await sendMail(mailing, {
          template: 'confirmAddress',
          data: {
            link: joinLink(tools.settings.origin(), organization, code),
            expiresAt: new Date(now().getTime() + CODE_MS.join),
          },
          to: { name: null, address: email },
          language,
          organizationId: organization,
        })
      })
      return { body: {} }
    },
  })
