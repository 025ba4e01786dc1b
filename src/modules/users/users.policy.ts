import type { User } from '../../generated/prisma/client.ts'

/** Users can change only their own account. */
export const mayUpdateAccount = (viewer: User, user: User) => viewer.id === user.id

/** Operators help people who cannot read their mail any more. */
export const mayChangeEmail = (viewer: User, user: User) => viewer.id === user.id || viewer.isOperator

/** Only operators can change who is an operator. */
export const mayAppointOperators = (viewer: User) => viewer.isOperator

/** Users can delete their own account and export its data; operators those of every user. */
export const mayManageAccount = (viewer: User, userId: string) => viewer.id === userId || viewer.isOperator

/** Operators can act for any user: they have access to the database anyway. */
export const mayIssueTokensFor = (viewer: User, userId: string) => viewer.id === userId || viewer.isOperator

/** Only operators can disable and enable users: it concerns every organization of the user. */
export const mayDisableUsers = (viewer: User) => viewer.isOperator
