import type { Queryable } from '../../platform/database.ts'
import type { Addressed } from '../sites/index.ts'

/** A script that pages of a published site load. */
export interface SiteScript {
  /** The path of the script on this server, which needs no token. */
  path: string
  /** The policy that the script needs. */
  contentSecurityPolicy: string | null
  /** Whether the script uses cookies. */
  cookies: boolean
}

/** A script with the site that has it, on whose address it depends whether pages load it. */
export type PlacedScript = SiteScript & { site: Pick<Addressed, 'id' | 'proxy' | 'hostname'> }

/** Reads the scripts of a site in one statement. Who can see the site was checked, or will be. */
type ReadScripts = (db: Queryable, siteId: string) => Promise<SiteScript[]>

const readers: ReadScripts[] = []

/** Declares scripts of another module. Called when the module is loaded. */
export function declareSiteScripts(read: ReadScripts): void {
  readers.push(read)
}

export async function scriptsOf(db: Queryable, siteId: string): Promise<SiteScript[]> {
  const scripts = await Promise.all(readers.map((read) => read(db, siteId)))
  return scripts.flat()
}
