import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { branch, directory, repositoryUrl } from '../git.model.ts'

const spaceId = idField('Space', 'The ID of the space.')

/** Every check connects to the server of the repository. */
const MIN_MINUTES = 5
const MAX_MINUTES = 1440
const DEFAULT_MINUTES = 15

export const ConnectGitRepository = z.object({
  spaceId,
  url: repositoryUrl,
  ref: branch.meta({
    description: 'The branch, as refs/heads/<branch>. The first export creates it if it does not exist.',
  }),
  repoProjectDirectory: directory
    .optional()
    .meta({ description: 'The folder of the repository with the content. The whole repository if omitted.' }),
  exportOnMerge: z.boolean().default(true).meta({
    description: 'True to export main content to the branch after every merge of a change request.',
  }),
  importEveryMinutes: z
    .int()
    .min(MIN_MINUTES)
    .max(MAX_MINUTES)
    .nullable()
    .default(DEFAULT_MINUTES)
    .meta({
      description: `How often the branch is checked for new commits to import, in minutes (${MIN_MINUTES}–${MAX_MINUTES}). Null to import on request only.`,
    }),
})
export const GetGitConnection = z.object({ spaceId })
export const DisconnectGitRepository = z.object({ spaceId })
