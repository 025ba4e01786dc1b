import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { idField } from '../../core/fields.ts'

const organizationId = idField('Organization', 'The organization.')
const inviteId = idField('Invite', 'The invite.')

const MOST_AT_ONCE = 100

/** An address is one whatever its case: lower-cased here, so that it names one account. */
const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(
    /^[^\s@"<>(),:;[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'Send an e-mail address.',
  )
  .meta({ description: 'The e-mail address.' })

const InvitedPerson = z
  .object({
    email: Email,
    role: Role.nullable()
      .optional()
      .meta({ description: 'Their role; null makes them a guest. Left out, that of all who are invited.' }),
  })
  .meta({ title: 'InvitedPerson', description: 'Somebody to invite.' })

export const InviteUsers = z.object({
  organizationId,
  emails: z
    .array(InvitedPerson)
    .min(1)
    .max(MOST_AT_ONCE)
    .meta({ description: `Whom to invite, at most ${MOST_AT_ONCE}.` }),
  role: Role.nullable().optional().meta({
    description:
      'The role of those without one of their own; null makes them guests. Left out, the default role.',
  }),
  sso: z.boolean().optional().meta({ description: 'Whether they have to sign in through SSO.' }),
})

/** The REST API takes plain addresses as well. */
export const InviteUsersByAddress = InviteUsers.extend({
  emails: z
    .array(z.preprocess((value) => (typeof value === 'string' ? { email: value } : value), InvitedPerson))
    .min(1)
    .max(MOST_AT_ONCE),
})

export const ListLinkInvites = z.object({ organizationId })

/** Paths name the organization too. When they do, the invite must really be there. */
const at = { organizationId: organizationId.optional(), inviteId }

export const GetLinkInvite = z.object(at)
export const DeleteLinkInvite = z.object(at)

const level = Role.optional().meta({ description: 'What joining gives on that space or collection.' })

export const CreateLinkInvite = z
  .object({
    organizationId,
    role: Role.optional().meta({ description: 'The role in the organization that joining gives.' }),
    level,
    space: idField('Space', 'A space of the organization, with a level.').optional(),
    collection: idField('Collection', 'A collection of the organization, with a level.').optional(),
  })
  .refine(
    ({ role, level, space, collection }) =>
      role === undefined
        ? level !== undefined && (space === undefined) !== (collection === undefined)
        : level === undefined && space === undefined && collection === undefined,
    'Send a role; or a level, with either a space or a collection.',
  )

export const UpdateLinkInvite = z
  .object({
    ...at,
    role: Role.optional().meta({ description: 'The new role, for an invite to the organization.' }),
    level: Role.optional().meta({ description: 'The new level, for an invite to a space or a collection.' }),
  })
  .refine(({ role, level }) => role === undefined || level === undefined, 'Send a role or a level, not both.')

export const JoinOrganization = z.object({
  organizationId,
  inviteId: idField('Invite', 'The key of an invite, or the id of one that was sent to your e-mail address.'),
})

/** A new secret key. Only its digest is stored, so that it is returned once. */
export const newInviteKey = (): string => `qinv_${randomBytes(32).toString('base64url')}`

/** All that is stored of a key. A fast hash is enough: the input has 256 random bits. */
export const digestOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')
