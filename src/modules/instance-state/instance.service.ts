import { listOperation, operation } from '../../core/operations/operation.ts'
import { SHARED_ORIGINS } from '../publishing/index.ts'
import { findingsOf, type InstanceFinding } from './findings.ts'
import {
  FIGURES,
  INSTANCE,
  type InstanceFigures,
  type InstanceNode,
  instanceOrganizations,
  instanceUsers,
  NODES,
} from './instance.loaders.ts'
import { GetInstance, ListInstanceOrganizations, ListInstanceUsers } from './instance.model.ts'
import { requireOperator } from './instance.policy.ts'

/** The instance as its operators see it. */
export interface Instance {
  version: string
  storesFilesInDatabase: boolean
  nodes: InstanceNode[]
  figures: InstanceFigures
  findings: InstanceFinding[]
}

export const getInstance = operation({
  id: 'instance.get',
  input: GetInstance,
  scope: 'user:read',
  writes: false,
  authorize: requireOperator,
  run: async (ctx): Promise<Instance> => {
    const { settings, files } = ctx.tools
    const { db } = ctx.reads
    const hasHosts = settings.sites.hostSuffix !== undefined
    const [nodes, [figures], [shared]] = await Promise.all([
      db.query(NODES, []),
      db.query(FIGURES, []),
      db.query(SHARED_ORIGINS, [hasHosts]),
    ])
    if (!figures) throw new Error('The statement for figures of the instance returned no row.')
    const findings = findingsOf({ settings, nodes, figures, shared, now: ctx.now() })
    return {
      version: settings.instance.version,
      storesFilesInDatabase: files === null,
      nodes,
      figures,
      findings,
    }
  },
})

/** The instance as the parent of its lists. */
async function instanceForOperators(ctx: Parameters<typeof requireOperator>[0]): Promise<typeof INSTANCE> {
  await requireOperator(ctx)
  return INSTANCE
}

export const listInstanceOrganizations = listOperation({
  id: 'instance.listOrganizations',
  input: ListInstanceOrganizations,
  filters: ListInstanceOrganizations,
  scope: 'user:read',
  parent: instanceForOperators,
  list: () => instanceOrganizations,
})

export const listInstanceUsers = listOperation({
  id: 'instance.listUsers',
  input: ListInstanceUsers,
  filters: ListInstanceUsers,
  scope: 'user:read',
  parent: instanceForOperators,
  list: () => instanceUsers,
})
