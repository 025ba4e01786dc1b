import { z } from 'zod'
import { EmailAddress, idField } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'
import { Prisma, type User } from '../../generated/prisma/client.ts'

/** What everyone sees instead of the name of a deleted user. */
export const FORMER_MEMBER = 'Former member'

export const GetViewer = z.object({})

export const GetUser = z.object({ userId: idField('User', 'The ID of the user.') })

/** A URL that a browser may open or load: only http and https. */
export const WebAddress = z
  .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
  .max(2048)
  .meta({ scalar: 'URL' })

/** The address that an account signs in with, and mails are sent to. */
export const Email = EmailAddress.meta({ description: 'The email address.' })

export const DisplayName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ description: 'The display name, 1 to 64 characters.' })

export const UpdateUser = z.object({
  userId: idField('User', 'The ID of the user.'),
  displayName: DisplayName.optional(),
  photoURL: WebAddress.nullable().optional().meta({ description: 'The URL of a photo. Null removes it.' }),
  email: EmailAddress.optional().meta({
    description:
      'The new email address. A link is mailed to it, and it counts once the link was opened. Only operators can set that of others.',
  }),
  isOperator: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the user is an operator of this instance.' }),
})

export const DeleteUser = GetUser
export const DeleteViewer = z.object({})
export const ExportUserData = GetUser
export const ExportViewerData = z.object({})

/** The same for GraphQL, which has a mutation of its own for it. */
export const SetUserOperator = UpdateUser.pick({ userId: true }).extend({
  isOperator: z.boolean().meta({ description: 'Whether the user is an operator of this instance.' }),
})

/** A user that is joined to another row, with a prefix. */
/** The columns of a joined user, as `joinedUser` names them. */
export type UserColumns<Name extends string> = { [Field in keyof User as `${Name}_${Field}`]: User[Field] }

export function joinedUser(name: string) {
  const key = (field: keyof User) => `${name}_${field}`
  const [id, displayName, email, photoURL, isOperator, deletedAt, version] = [
    key('id'),
    key('displayName'),
    key('email'),
    key('photoURL'),
    key('isOperator'),
    key('deletedAt'),
    key('version'),
  ]
  return {
    /** The select list, for the alias of the joined user. */
    columns: (alias: string): string =>
      Object.values(Prisma.UserScalarFieldEnum)
        .map((field) => `${alias}."${field}" AS "${key(field)}"`)
        .join(', '),
    /** Reads the user from a row with that select list. */
    take: (row: object): User => {
      const flat = row as Record<string, unknown>
      // Each field is cast separately, so that the compiler reports a column of the model that is missing
      // here.
      return {
        id: flat[id] as string,
        displayName: flat[displayName] as string,
        email: flat[email] as string | null,
        photoURL: flat[photoURL] as string | null,
        isOperator: flat[isOperator] as boolean,
        deletedAt: flat[deletedAt] as Date | null,
        version: flat[version] as number,
      }
    },
  }
}
