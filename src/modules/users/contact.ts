import { readOf } from '../../core/lists/loaders.ts'
import type { Caller } from '../../core/operations/caller.ts'
import type { User } from '../../generated/prisma/client.ts'
import { knownUserById } from './users.loaders.ts'

/** What of a person is for those who may list members with them; everybody else sees id, name and photo. */
export type Contact = Pick<User, 'email' | 'isOperator'>

const NO_CONTACT: Contact = { email: null, isOperator: false }

const visibleContact = readOf(null, async (reads, user: User): Promise<Contact> => {
  return (await reads.load(knownUserById, user.id)) ? user : NO_CONTACT
})

/**
 * The only way from a user's row to an e-mail address, for both APIs. Members are shown what came with the row and cost
 * nothing; for somebody who is a guest anywhere, one statement checks all people of an answer.
 */
export function contactOf(caller: Caller, user: User): Contact | Promise<Contact> {
  const { viewer } = caller
  if (viewer !== null && (!viewer.isGuest || viewer.userId === user.id)) return user
  return caller.load(visibleContact, user)
}
