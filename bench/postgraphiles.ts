import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, startScript } from './children.ts'

export const POSTGRAPHILE_4 = 'PostGraphile 4.14'
export const POSTGRAPHILE_5 = 'PostGraphile 5.1'

export interface Postgraphile {
  name: string
  version: 4 | 5
  server: Child
}

const FOLDER = 'contestants/postgraphile-5'

/** PostGraphile 5 needs Node 22, which a package brings for most platforms, whatever version runs the benchmarks. */
const NODE_22 = join(
  import.meta.dirname,
  FOLDER,
  `node_modules/node-${process.platform}-${process.arch}/bin/node`,
)

/** Both versions, or the older one only where Node 22 is not available. */
export async function startPostgraphiles(
  environment: Record<string, string>,
  say: (line: string) => void,
): Promise<Postgraphile[]> {
  const older = await startScript(POSTGRAPHILE_4, 'contestants/postgraphile.mjs', environment)
  const started: Postgraphile[] = [{ name: POSTGRAPHILE_4, version: 4, server: older }]
  if (!existsSync(NODE_22)) {
    say(`${POSTGRAPHILE_5} is left out: its Node 22 is not available for this platform.`)
    return started
  }
  // Grafast warns if its own variable for production is missing.
  const settings = { ...environment, GRAPHILE_ENV: 'production' }
  const newer = await startScript(POSTGRAPHILE_5, `${FOLDER}/server.mjs`, settings, NODE_22)
  return [...started, { name: POSTGRAPHILE_5, version: 5, server: newer }]
}
