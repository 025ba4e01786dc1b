import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { deletion, route } from '../../../rest/route.ts'
import type { GitConnectionRow } from './connection.loaders.ts'
import { connectGitRepository, disconnectGitRepository, getGitConnection } from './connection.service.ts'

const RestGitConnection = z
  .object({
    object: z.literal('git-connection'),
    space: z.string(),
    url: z.string(),
    ref: z.string(),
    repoProjectDirectory: z.string(),
    exportOnMerge: z.boolean(),
    importEveryMinutes: z.int().nullable(),
    connectedBy: z.string().optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    checkedAt: Timestamp.optional(),
    nextCheckAt: Timestamp.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'GitConnection' })

const connection = {
  response: RestGitConnection,
  present: (row: GitConnectionRow): z.input<typeof RestGitConnection> => ({
    object: 'git-connection',
    space: row.spaceId,
    url: row.address,
    ref: row.ref,
    repoProjectDirectory: row.directory,
    exportOnMerge: row.exportOnMerge,
    importEveryMinutes: row.importEveryMinutes,
    connectedBy: row.createdById ?? undefined,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    checkedAt: row.checkedAt?.toISOString(),
    nextCheckAt: row.checkAt?.toISOString(),
    error: row.error ?? undefined,
  }),
}

const path = '/spaces/:spaceId/git/connection'

export const routes = [
  route('GET', path, getGitConnection, {
    summary: 'Get the Git branch that a space is kept in step with',
    ...connection,
  }),
  route('PUT', path, connectGitRepository, {
    summary: 'Keep a space in step with a Git branch',
    ...connection,
  }),
  deletion(path, disconnectGitRepository, { summary: 'Disconnect a space from its Git branch' }),
]
