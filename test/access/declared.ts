import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../src/platform/project-root.ts'
import type { Case } from './documents.ts'
import type { Target } from './permissions.ts'
import type { World, WorldParts } from './world.ts'

/** What a module adds to the access tests, in `test/<module>/<module>.access.ts`. */
export interface ModuleAccess {
  /** The requests for each of its rows in docs/access.md, by `operation` or `operation: target`. */
  cases: Record<string, Case>
  /** Adds its resources to the world, by the names of path parameters. */
  build?: (t: WorldParts, world: World) => Promise<Partial<World>>
  /** Its resources with a `permissions` object. */
  targets?: Record<string, Target>
  /** Its rows that are covered by a bit of another resource, by `target.bit`. */
  bits?: Record<string, string[]>
}

const folder = join(projectRoot, 'test')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.access.ts'),
)

export const declared: ModuleAccess[] = await Promise.all(
  files.map(async (file) => ((await import(join(folder, file))) as { access: ModuleAccess }).access),
)
