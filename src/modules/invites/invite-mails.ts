import type { Role } from '../../core/access/roles.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import type { JobContext } from '../../core/operations/module.ts'
import { enqueue } from '../../platform/queue.ts'
import { type Mail, sendMail } from '../mail/index.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import { languagesByEmail } from '../preferences/index.ts'
import { getUserRow } from '../users/index.ts'
import { joinLink } from './invites.model.ts'

type EnqueueArguments = Parameters<WriteContext['enqueue']>

interface InviteToMail {
  email: string
  role: Role | null
  mailedKey: string
}

export const MAIL_INVITES = 'mail-invites'

/** Mails each person a link of their own, by one job. People whose language is not known get that of the person who invites them. */
export async function mailInvites(
  ctx: WriteContext,
  organization: OrganizationRow,
  invites: readonly InviteToMail[],
  expiresAt: Date,
): Promise<void> {
  const inviter = await getUserRow(ctx.reads, ctx.viewer.userId)
  const own = inviter.email ?? ''
  const languages = await languagesByEmail(ctx.tx, [own, ...invites.map(({ email }) => email)])
  const mails = invites.map(
    ({ email, role, mailedKey }): Mail => ({
      template: 'invitation',
      data: {
        organization: organization.title,
        inviter: inviter.displayName,
        role,
        link: joinLink(ctx.tools.settings.origin(), organization.id, mailedKey),
        expiresAt,
      },
      to: { name: null, address: email },
      language: languages.get(email) ?? languages.get(own) ?? null,
      organizationId: organization.id,
    }),
  )
  const sealed = await ctx.tools.secrets.seal(JSON.stringify(mails))
  await ctx.enqueue(MAIL_INVITES, {}, { organizationId: organization.id, sealed })
}

/** The job: all mails become jobs of their own, or none, so that a retry sends none twice. */
export async function runMailInvites(_payload: unknown, ctx: JobContext): Promise<void> {
  if (ctx.sealed === null) return
  const mails = JSON.parse(await ctx.secrets.open(ctx.sealed)) as Mail[]
  await ctx.database.transaction(async (tx) => {
    const mailing = { tools: ctx, now: ctx.now, enqueue: (...job: EnqueueArguments) => enqueue(tx, ...job) }
    for (const mail of mails) await sendMail(mailing, mail)
  })
}
