import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { Prisma, type User } from '../../generated/prisma/client.ts'

export const GetViewer = z.object({})

export const GetUser = z.object({ userId: idField('User', 'The user to read.') })

const joined = Object.values(Prisma.UserScalarFieldEnum)

/** Select list for a user that comes along with another row; `takeUser` reads it back under the same name. */
export function userColumns(alias: string, name: string): string {
  return joined.map((field) => `${alias}."${field}" AS "${name}_${field}"`).join(', ')
}

/** The user that `userColumns` put into a row. */
export function takeUser(row: object, name: string): User {
  const flat = row as Record<string, unknown>
  // The columns are the model's own, selected under a prefix.
  return {
    id: flat[`${name}_id`],
    displayName: flat[`${name}_displayName`],
    email: flat[`${name}_email`],
    photoURL: flat[`${name}_photoURL`],
    isOperator: flat[`${name}_isOperator`],
  } as User
}
