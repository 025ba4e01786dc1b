import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'
import { Prisma, type User } from '../../generated/prisma/client.ts'

export const GetViewer = z.object({})

export const GetUser = z.object({ userId: idField('User', 'The user to read.') })

/** An address that a browser may open or load: no other scheme than http and https. */
export const WebAddress = z
  .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
  .max(2048)
  .meta({ scalar: 'URL' })

export const UpdateUser = z.object({
  userId: idField('User', 'The user to change.'),
  displayName: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'The name that others see, from 1 to 64 characters.' }),
  photoURL: WebAddress.nullable().optional().meta({ description: 'A picture; null takes it away.' }),
  isOperator: z.boolean().optional().meta({ description: 'Whether they operate this instance.' }),
})

/** The same by name: GraphQL has a mutation of its own for it, which asks for nothing else. */
export const SetUserOperator = UpdateUser.pick({ userId: true }).extend({
  isOperator: z.boolean().meta({ description: 'Whether they operate this instance.' }),
})

/** A user that comes along with another row, under a name of their own. */
export function joinedUser(name: string) {
  const key = (field: keyof User) => `${name}_${field}`
  const [id, displayName, email, photoURL, isOperator, version] = [
    key('id'),
    key('displayName'),
    key('email'),
    key('photoURL'),
    key('isOperator'),
    key('version'),
  ]
  return {
    /** The select list, for the alias that the user is joined as. */
    columns: (alias: string): string =>
      Object.values(Prisma.UserScalarFieldEnum)
        .map((field) => `${alias}."${field}" AS "${key(field)}"`)
        .join(', '),
    /** The user that the select list put into a row. */
    take: (row: object): User => {
      const flat = row as Record<string, unknown>
      // Each field is cast by itself, so that the compiler reports a column of the model that is missing here.
      return {
        id: flat[id] as string,
        displayName: flat[displayName] as string,
        email: flat[email] as string | null,
        photoURL: flat[photoURL] as string | null,
        isOperator: flat[isOperator] as boolean,
        version: flat[version] as number,
      }
    },
  }
}
