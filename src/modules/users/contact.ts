import { readOf } from '../../core/lists/loaders.ts'
import type { Caller } from '../../core/operations/caller.ts'
import type { User } from '../../generated/prisma/client.ts'
import { knownUserById } from './users.loaders.ts'

/**
 * The fields of a user for viewers who can list members together with them; all others see id, name and
 * photo.
 */
type Contact = Pick<User, 'email' | 'isOperator'>

const NO_CONTACT: Contact = { email: null, isOperator: false }

const visibleContact = readOf(null, async (reads, user: User): Promise<Contact> => {
  return (await reads.load(knownUserById, user.id)) ? user : NO_CONTACT
})

/**
 * The only way from a user's row to an e-mail address, for both APIs. For members it is part of the row and
 * costs nothing; for a viewer who is a guest in any organization, one statement checks all users of a
 * response.
 */
export function contactOf(caller: Caller, user: User): Contact | Promise<Contact> {
  const { viewer } = caller
  if (viewer?.reader) return NO_CONTACT
  if (viewer !== null && (!viewer.isGuest || viewer.userId === user.id)) return user
  return caller.load(visibleContact, user)
}
