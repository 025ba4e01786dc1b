import { notFound } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { userById } from './users.loaders.ts'
import { GetUser, GetViewer } from './users.model.ts'

export const getViewer = operation({
  id: 'users.viewer',
  input: GetViewer,
  scope: 'user:read',
  writes: false,
  authorize: async (ctx) => ctx.viewer.userId,
  run: async (ctx, _input, userId) => {
    const user = await ctx.reads.load(userById, userId)
    if (!user) throw notFound('This user')
    return user
  },
})

export const getUser = operation({
  id: 'users.get',
  input: GetUser,
  scope: 'user:read',
  writes: false,
  authorize: async (ctx, { userId }) => {
    const user = await ctx.reads.load(userById, userId)
    if (!user) throw notFound('This user')
    return user
  },
  run: async (_ctx, _input, user) => user,
})
