import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { idField } from '../../core/fields.ts'
import { Email } from '../users/index.ts'

const organizationId = idField('Organization', 'The ID of the organization.')
const inviteId = idField('Invite', 'The ID of the invite.')

const MAX_AT_ONCE = 100

const InvitedPerson = z
  .object({
    email: Email,
    role: Role.nullable().optional().meta({
      description:
        'The role of this person. Null makes them a guest. If omitted, the role of the whole request.',
    }),
  })
  .meta({ title: 'InvitedPerson', description: 'A person to invite.' })

export const InviteUsers = z.object({
  organizationId,
  emails: z
    .array(InvitedPerson)
    .min(1)
    .max(MAX_AT_ONCE)
    .meta({ description: `The people to invite, at most ${MAX_AT_ONCE}.` }),
  role: Role.nullable().optional().meta({
    description:
      'The role of people without a role of their own. Null makes them guests. If omitted, the default role of the organization.',
  }),
  sso: z.boolean().default(false).meta({ description: 'Whether they must sign in with SSO.' }),
})

/** The REST API accepts plain addresses as well. */
export const InviteUsersByAddress = InviteUsers.extend({
  emails: z
    .array(
      z
        .preprocess((value) => (typeof value === 'string' ? { email: value } : value), InvitedPerson)
        .meta({ alsoAccepts: { type: 'string', description: 'The e-mail address alone.' } }),
    )
    .min(1)
    .max(MAX_AT_ONCE),
})

export const ListLinkInvites = z.object({ organizationId })

/** Paths contain the organization as well, which must match. */
const at = { organizationId: organizationId.optional(), inviteId }

export const GetLinkInvite = z.object(at)
export const DeleteLinkInvite = z.object(at)

const level = Role.optional().meta({
  description: 'The role on that space or collection that people get when they join.',
})

export const CreateLinkInvite = z
  .object({
    organizationId,
    role: Role.optional().meta({
      description: 'The role in the organization that people get when they join.',
    }),
    level,
    space: idField('Space', 'The ID of a space that the invite is for. Requires `level`.').optional(),
    collection: idField(
      'Collection',
      'The ID of a collection that the invite is for. Requires `level`.',
    ).optional(),
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
    role: Role.optional().meta({ description: 'The new role in the organization.' }),
    level: Role.optional().meta({
      description: 'The new role on the space or collection that the invite is for.',
    }),
  })
  .refine(
    ({ role, level }) => role === undefined || level === undefined,
    'must have a role or a level, not both',
  )

export const JoinOrganization = z.object({
  organizationId,
  inviteId: idField('Invite', 'The key of an invite, or the ID of an invite to your email address.'),
})

/** An invite works for this many days. */
export const INVITE_DAYS = 30
export const DAY_MS = 24 * 60 * 60 * 1000

export const inviteEnd = (now: Date): Date => new Date(now.getTime() + INVITE_DAYS * DAY_MS)

/**
 * The link with which people join. The key is in the fragment: browsers do not send it to servers, and logs do not contain
 * it.
 */
export const joinLink = (origin: string, organizationId: string, key: string): string =>
  `${origin}/app/join/${organizationId}#${key}`

/** A new secret key. Only its digest is stored, so it is returned once. */
export const newInviteKey = (): string => `qinv_${randomBytes(32).toString('base64url')}`

/** The digest that is stored of a key. A fast hash is enough: the input has 256 random bits. */
export const digestOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')
