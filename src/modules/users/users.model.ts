import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { Prisma, type User } from '../../generated/prisma/client.ts'

export const GetViewer = z.object({})

export const GetUser = z.object({ userId: idField('User', 'The user to read.') })

/** A user that comes along with another row, under a name of their own. */
export function joinedUser(name: string) {
  const key = (field: keyof User) => `${name}_${field}`
  const [id, displayName, email, photoURL, isOperator] = [
    key('id'),
    key('displayName'),
    key('email'),
    key('photoURL'),
    key('isOperator'),
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
      // The columns are the model's own, selected under a prefix.
      return {
        id: flat[id],
        displayName: flat[displayName],
        email: flat[email],
        photoURL: flat[photoURL],
        isOperator: flat[isOperator],
      } as User
    },
  }
}
