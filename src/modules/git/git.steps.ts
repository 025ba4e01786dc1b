import { z } from 'zod'
import { DomainError, notFound } from '../../core/errors.ts'
import { idField } from '../../core/fields.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import type { GitOperation, GitSync, Prisma, Space } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { RESOLVE_LINKS } from '../links/index.ts'
import { enqueueForSpace } from '../spaces/index.ts'
import { recordInConnection } from './connection/connected-operations.ts'
import type { GitInfo, GitOptions, GitReport, GitResult } from './git.model.ts'
import { getTriggerable } from './git.service.ts'

const Place = z.object({ operationId: idField('GitOperation', 'The operation.') })

interface Running {
  row: GitOperation
  space: Space
}

/** The operation, if it still runs and its user may still start it. */
async function getRunning(ctx: WriteContext, { operationId }: z.output<typeof Place>): Promise<Running> {
  const row = await ctx.tx.gitOperation.findUnique({ where: { id: operationId } })
  if (!row) throw notFound('This Git operation')
  return { row, space: await getTriggerable(ctx, { spaceId: row.spaceId }) }
}

/** The first step of an operation: checks access, and whether a later state was applied before. */
export const beginOperation = operation({
  id: 'git.begin',
  input: Place,
  scope: 'space:write',
  writes: true,
  authorize: getRunning,
  run: async (ctx, _input, { row, space }) => {
    const { id } = row
    // The row as it is now: until it starts, its repository can change with the connection of the space.
    const [begun] = await ctx.tx.gitOperation.updateManyAndReturn({
      where: { id, state: 'running' },
      data: { startedAt: row.startedAt ?? ctx.now() },
    })
    if (!begun) throw ended()
    const newest =
      row.timestamp &&
      (await ctx.tx.gitSync.findFirst({
        where: { spaceId: space.id, timestamp: { gt: row.timestamp } },
        select: { key: true },
      }))
    return { row: begun, space, isOutdated: Boolean(newest) }
  },
})

/** The last step of an operation that changes nothing: a dry run, or one that a later one has overtaken. */
export const finishWithoutChange = operation({
  id: 'git.finish',
  input: Place.extend({ finished: z.custom<Finished>() }),
  scope: 'space:write',
  writes: true,
  authorize: getRunning,
  run: (ctx, { finished }, { row, space }) => finish(ctx, space, row, finished),
})

const ended = () => new DomainError('conflict', 'The operation has ended already.')

export interface Finished {
  result: GitResult
  commit?: string | undefined
  revisionId?: string | undefined
  report?: GitReport
}

/** Records the end of an operation in the transaction of what it did. An operation ends once. */
export async function finish(
  ctx: WriteContext,
  space: Space,
  row: GitOperation,
  { result, commit, revisionId, report }: Finished,
): Promise<void> {
  const { count } = await ctx.tx.gitOperation.updateMany({
    where: { id: row.id, state: 'running' },
    data: {
      state: 'success',
      stage: 'finalize',
      result,
      endedAt: ctx.now(),
      sealedUrl: null,
      commit: commit ?? null,
      revisionId: revisionId ?? null,
      ...(report ? { report: report as unknown as Prisma.InputJsonObject } : {}),
    },
  })
  // Another node has taken the job over and finished it.
  if (count === 0) throw ended()
  await recordInConnection(ctx.tx, row, { error: null, now: ctx.now() })
  ctx.emit({
    organizationId: space.organizationId,
    spaceId: space.id,
    type: row.direction === 'import' ? 'git.import_completed' : 'git.export_completed',
    subject: { gitOperation: row.id, ...(revisionId ? { revision: revisionId } : {}) },
  })
}

/** The repository of a space, and where its files can be read. */
const BEFORE = statement<Before>({
  name: 'gitBeforeSync',
  text: `SELECT s."gitSync", g."key", g."treeUrl", g."directory", g."settings" FROM "Space" s
    LEFT JOIN LATERAL (SELECT * FROM "GitSync" WHERE "spaceId" = s."id" AND "treeUrl" IS NOT NULL
      ORDER BY "syncedAt" DESC LIMIT 1) g ON TRUE WHERE s."id" = $1`,
})

type Sync = Omit<Prisma.GitSyncUncheckedCreateInput, 'spaceId' | 'syncedAt' | 'address'>
type Before = { gitSync: GitInfo | null } & (
  | Pick<GitSync, 'key' | 'treeUrl' | 'directory' | 'settings'>
  | { key: null; treeUrl: null; directory: null; settings: null }
)

const rootOf = (settings: unknown): unknown => (settings as { root?: unknown } | null)?.root

/** Whether files of the repository can be read at other URLs than before. */
const isOtherTree = (before: Before, { key, treeUrl, directory, settings }: Sync): boolean =>
  treeUrl == null
    ? before.key === key
    : before.treeUrl !== treeUrl ||
      before.directory !== directory ||
      rootOf(before.settings) !== rootOf(settings)

/** Records the state of the repository and the space after a sync. */
export async function recordSync(
  ctx: WriteContext,
  spaceId: string,
  row: Pick<GitOperation, 'address' | 'options'>,
  sync: Sync,
): Promise<void> {
  const { gitInfo, repoTreeURL } = row.options as unknown as GitOptions
  const data = { ...sync, address: row.address, treeUrl: repoTreeURL ?? null, syncedAt: ctx.now() }
  const [before] = await ctx.reads.db.query(BEFORE, [spaceId])
  await ctx.tx.gitSync.upsert({
    where: { spaceId_key: { spaceId, key: sync.key } },
    create: { ...data, spaceId },
    update: data,
  })
  if (!before || isOtherTree(before, data)) {
    await enqueueForSpace(ctx.tx, RESOLVE_LINKS, spaceId)
  }
  const url = gitInfo?.url ?? row.address
  // The provider is sent when the connection is set up, and stays until the repository changes.
  const known = before?.gitSync
  const isSame = known?.url === url || known?.repoName === repoNameOf(row.address)
  const provider = gitInfo?.provider ?? (isSame ? known?.installationProvider : undefined)
  const info: GitInfo = {
    repoName: repoNameOf(row.address),
    ...(provider ? { installationProvider: provider } : {}),
    url: gitInfo?.url ?? (isSame && known ? known.url : url),
    updatedAt: ctx.now().toISOString(),
  }
  await ctx.tx.space.update({ where: { id: spaceId }, data: { gitSync: { ...info } } })
}

/** The last one or two segments of the path, without `.git`, such as `acme/handbook`. */
function repoNameOf(address: string): string {
  const parts = new URL(address).pathname
    .replace(/\.git\/?$/, '')
    .split('/')
    .filter(Boolean)
  const name = parts.slice(-2).join('/')
  try {
    return decodeURIComponent(name) || new URL(address).hostname
  } catch {
    return name
  }
}

/** The sync of the same branch, or else the last one of the space. */
export interface Syncs {
  own: GitSync | undefined
  latest: GitSync | undefined
}
