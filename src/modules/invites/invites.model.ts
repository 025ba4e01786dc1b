import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { idField } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'

const organizationId = idField('Organization', 'The organization.')
const inviteId = idField('Invite', 'The invite.')

const MOST_AT_ONCE = 100

/** Addresses are not case-sensitive: they are stored in lower case, so that each names one account. */
const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(
    /^[^\s@"<>(),:;[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    { error: mustBe('an e-mail address') },
  )
  .meta({ description: 'The e-mail address.' })

const InvitedPerson = z
  .object({
    email: Email,
    role: Role.nullable()
      .optional()
      .meta({ description: 'Their role; null for a guest. The role of the whole request when omitted.' }),
  })
  .meta({ title: 'InvitedPerson', description: 'A person to invite.' })

export const InviteUsers = z.object({
  organizationId,
  emails: z
    .array(InvitedPerson)
    .min(1)
    .max(MOST_AT_ONCE)
    .meta({ description: `The people to invite, at most ${MOST_AT_ONCE}.` }),
  role: Role.nullable().optional().meta({
    description:
      'The role of people without a role of their own; null for guests. The default role of the organization when omitted.',
  }),
  sso: z.boolean().optional().meta({ description: 'Whether they must sign in through SSO.' }),
})

/** The REST API accepts plain addresses as well. */
export const InviteUsersByAddress = InviteUsers.extend({
  emails: z
    .array(z.preprocess((value) => (typeof value === 'string' ? { email: value } : value), InvitedPerson))
    .min(1)
    .max(MOST_AT_ONCE),
})

export const ListLinkInvites = z.object({ organizationId })
export const NoFilters = z.object({})

/** Paths contain the organization as well, which must match. */
const at = { organizationId: organizationId.optional(), inviteId }

export const GetLinkInvite = z.object(at)
export const DeleteLinkInvite = z.object(at)

const level = Role.optional().meta({ description: 'The role on that space or collection after joining.' })

export const CreateLinkInvite = z
  .object({
    organizationId,
    role: Role.optional().meta({ description: 'The role in the organization after joining.' }),
    level,
    space: idField('Space', 'A space of the organization. Requires a level.').optional(),
    collection: idField('Collection', 'A collection of the organization. Requires a level.').optional(),
  })
  .refine(
    ({ role, level, space, collection }) =>
      role === undefined
        ? level !== undefined && (space === undefined) !== (collection === undefined)
        : level === undefined && space === undefined && collection === undefined,
    'must have a role, or a level together with either a space or a collection',
  )

export const UpdateLinkInvite = z
  .object({
    ...at,
    role: Role.optional().meta({ description: 'The new role, for an invite to the organization.' }),
    level: Role.optional().meta({ description: 'The new level, for an invite to a space or a collection.' }),
  })
  .refine(
    ({ role, level }) => role === undefined || level === undefined,
    'must have a role or a level, not both',
  )

export const JoinOrganization = z.object({
  organizationId,
  inviteId: idField('Invite', 'The key of an invite, or the id of one that was sent to your e-mail address.'),
})

/** A new secret key. Only its digest is stored, so it is returned once. */
export const newInviteKey = (): string => `qinv_${randomBytes(32).toString('base64url')}`

/** The digest that is stored of a key. A fast hash is enough: the input has 256 random bits. */
export const digestOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')
