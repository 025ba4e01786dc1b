import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { mustBe } from '../../core/input-errors.ts'

const gitStates = ['running', 'success', 'failure'] as const
const gitDirections = ['import', 'export'] as const
const gitStages = ['repo_fetch', 'config_check', 'content_process', 'finalize'] as const
const gitResults = ['applied', 'unchanged', 'skipped'] as const
export const GitState = z.enum(gitStates)
export const GitDirection = z.enum(gitDirections)
export const GitStage = z.enum(gitStages)
export const GitResult = z.enum(gitResults)
export type GitStage = z.infer<typeof GitStage>
export type GitResult = z.infer<typeof GitResult>
export const GitProvider = z
  .enum(['github', 'gitlab'])
  .meta({ description: 'The provider of the repository.' })

const spaceId = idField('Space', 'The ID of the space.')
export const repositoryUrl = z
  .url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })
  .max(2048)
  .meta({
    description:
      'The http or https URL of the repository. It may contain credentials, which are stored encrypted.',
  })
const webUrl = (description: string) =>
  z
    .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
    .max(2048)
    .optional()
    .meta({ scalar: 'URL', description })

/** What git accepts as the name of a branch, and no option of a program can be mistaken for. */
function isBranch(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them in names
  if (name === '' || name.endsWith('.') || /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{/.test(name)) return false
  return name.split('/').every((part) => part !== '' && !/^[.-]/.test(part) && !part.endsWith('.lock'))
}

const isBranchRef = (ref: string): boolean => ref.startsWith('refs/heads/') && isBranch(ref.slice(11))
const isProposalRef = (ref: string): boolean =>
  /^refs\/(?:pull|merge-requests)\/[1-9][0-9]{0,17}\/head$/.test(ref)

const BRANCH =
  'must be refs/heads/<branch>, with a branch name that Git allows and no part that begins with "-"'

export const branch = z.string().max(255).refine(isBranchRef, BRANCH)
export const directory = z
  .string()
  .max(1024)
  .refine(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no path has them
    (path) => !/[\u0000-\u001f\\]/.test(path) && !path.split('/').includes('..'),
    'must be a path in the repository, without ".."',
  )
  .transform((path) =>
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  )

const common = {
  spaceId,
  url: repositoryUrl,
  repoCacheID: z.string().min(1).max(256).optional().meta({
    description:
      'A stable name of the repository. Operations with the same name continue the same sync, also if the URL differs.',
  }),
  repoTreeURL: webUrl(
    'The URL that paths of files in the repository are appended to, for links to other files.',
  ),
  repoCommitURL: webUrl('The URL that IDs of commits are appended to.'),
  repoProjectDirectory: directory
    .optional()
    .meta({ description: 'The folder of the repository with the content. The whole repository if omitted.' }),
  timestamp: z.iso
    .datetime({ offset: true, error: mustBe('a time such as 2026-01-31T12:00:00Z') })
    .optional()
    .meta({
      scalar: 'DateTime',
      description:
        'The time of the change that this operation is about. If a later one was applied before, it is skipped.',
    }),
  gitInfo: z
    .object({
      provider: GitProvider,
      url: z
        .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
        .max(2048)
        .meta({ scalar: 'URL', description: 'The URL of the repository for people.' }),
    })
    .optional()
    .meta({ title: 'GitRepositoryInfo', description: 'The repository as people know it.' }),
  dryRun: z
    .boolean()
    .default(false)
    .meta({
      description:
        'True to report what would change, and change nothing. It fails where the operation would, such as with merge rules.',
    }),
}

export const ImportGitRepository = z
  .object({
    ...common,
    ref: z
      .string()
      .max(255)
      .refine((ref) => isBranchRef(ref) || isProposalRef(ref), BRANCH)
      .meta({
        description: 'The branch, as refs/heads/<branch>. With `standalone` also refs/pull/<number>/head.',
      }),
    force: z.boolean().default(false).meta({
      description: 'True to let the repository win where both it and the space changed the same content.',
    }),
    standalone: z.boolean().default(false).meta({
      description: 'True to create a revision that main content is not changed to, such as a preview.',
    }),
    bypassRules: z.boolean().default(false).meta({
      description:
        'True to import although the space has merge rules. Requires the role admin in the space, or the rule `allow_bypass`.',
    }),
  })
  .refine(({ ref, standalone }) => standalone || !isProposalRef(ref), {
    path: ['ref'],
    message: 'must be refs/heads/<branch>, unless standalone is true',
  })

export const ExportToGitRepository = z.object({
  ...common,
  ref: branch.meta({
    description: 'The branch, as refs/heads/<branch>. It is created if it does not exist.',
  }),
  commitMessage: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .meta({ description: 'The message of the commit (1–10,000 characters).' }),
  force: z.boolean().default(false).meta({
    description:
      'True to let the space win over commits that were not imported. They stay in the history of the branch.',
  }),
})

export const GetGitInfo = z.object({ spaceId })
export const ListGitOperations = z.object({ spaceId })
export const ListGitOperationsFilters = z.object({})
export const GetGitOperation = z.object({
  spaceId: spaceId.optional(),
  operationId: idField('GitOperation', 'The ID of the operation.'),
})

/** The options of an operation, as they are stored. The URL is stored apart, encrypted. */
export interface GitOptions {
  repoCacheID?: string | undefined
  repoTreeURL?: string | undefined
  repoCommitURL?: string | undefined
  directory: string
  gitInfo?: { provider: string; url: string } | undefined
  dryRun: boolean
  force: boolean
  standalone: boolean
  /** Whether it may change main content although the space has merge rules. */
  bypassRules?: boolean | undefined
  /** Whether the token of the request can read OpenAPI specs, which pages can be computed from. */
  readsSpecs: boolean
  commitMessage?: string | undefined
  /** Whether the connection of the space requested it. */
  isConnected?: boolean | undefined
}

export interface ReportEntry {
  path: string
  /** The former path of a moved file. */
  from?: string
  reason?: string
  line?: number
}

export const reportLists = ['created', 'changed', 'moved', 'deleted', 'ignored', 'refused'] as const

/** What an operation did with each file. Long lists are cut; `more` counts what is left out. */
export type GitReport = { [List in (typeof reportLists)[number]]: ReportEntry[] } & { more?: number }

/** What the space shows about its repository. */
export interface GitInfo {
  repoName?: string
  installationProvider?: string
  url: string
  updatedAt: string
}

export const GIT_LIMITS = {
  files: 20_000,
  bytes: 1024 * 1024 * 1024,
  operationMs: 10 * 60 * 1000,
  /** Entries of one list of a report. */
  reported: 500,
  /** Operations of a space that wait. */
  waiting: 100,
} as const
