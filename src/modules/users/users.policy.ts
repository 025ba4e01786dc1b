import type { User } from '../../generated/prisma/client.ts'

/** Everybody changes their own account and nobody else's. */
export const mayUpdateAccount = (viewer: User, user: User) => viewer.id === user.id

/** Operators say who operates the instance. */
export const mayAppointOperators = (viewer: User) => viewer.isOperator

/** Operators may act for anybody: they could do it in the database as well. */
export const mayIssueTokensFor = (viewer: User, userId: string) => viewer.id === userId || viewer.isOperator
