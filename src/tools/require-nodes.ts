import type pg from 'pg'
import { RUNNING_SECONDS, runningNodes, type SeenNode } from '../platform/observing/heartbeat.ts'
import { CommandError } from './command.ts'

/** The option that leaves out the check of nodes. */
export const FORCE = {
  force: { type: 'boolean', description: 'also while a running node does not have the settings for it' },
} as const

export const nameOfNode = ({ host, id }: SeenNode): string => `node ${host} ${id.slice(0, 8)}`

/** What a node lacks for a change; null if it is prepared. */
type Check = (node: SeenNode) => string | null

/** Throws if a running node is not prepared for a change that all nodes notice. `action` says how to prepare it. */
export async function requireNodes(pool: pg.Pool, check: Check, action: string): Promise<void> {
  const nodes = await runningNodes(pool)
  const problems = nodes.flatMap((node) => {
    const problem = node.keys.length === 0 ? 'is of a release that does not record its settings' : check(node)
    return problem === null ? [] : [`  ${nameOfNode(node)} ${problem}`]
  })
  if (problems.length === 0) return
  throw new CommandError(
    [
      'Nothing was changed, because not all running nodes are prepared for it:',
      ...problems,
      `${action} A node that was killed counts as running for ${RUNNING_SECONDS} seconds.`,
    ].join('\n'),
  )
}

/** Whether a node can decrypt what is encrypted with a key. */
export const decryptsWith =
  (key: string): Check =>
  ({ keys }) =>
    keys.includes(key) ? null : 'does not have the first key of this SECRET_KEY'

/** Whether a node encrypts with a key. */
export const encryptsWith =
  (key: string): Check =>
  (node) =>
    decryptsWith(key)(node) ?? (node.keys[0] === key ? null : 'encrypts with another key than the first one')

/** Whether a node reads files in a bucket. */
export const readsFilesIn =
  (place: string): Check =>
  ({ files }) => {
    if (files === place) return null
    return files === null ? 'has no FILES_URL' : 'has another FILES_URL or FILES_ENDPOINT'
  }
