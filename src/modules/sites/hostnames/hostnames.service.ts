import { z } from 'zod'
import { forbidden, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operations/context.ts'
import { operation, readOperation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { emitAboutSite, readAgain } from '../sites.changes.ts'
import { reachOfSite, type SiteRow, siteById } from '../sites.loaders.ts'
import { mayAdministrateSite } from '../sites.policy.ts'

export const Hostname = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(253)
  .meta({ description: 'The hostname of a site, such as docs.example.com.' })

const AT_HOSTNAME = statement<{ id: string }>({
  name: 'siteAtHostname',
  text: 'SELECT "id" FROM "Site" WHERE "hostname" = $1',
})

export async function siteAtHostname({ reads }: Context, name: string): Promise<SiteRow> {
  const [found] = await reads.db.query(AT_HOSTNAME, [name])
  const site = found && (await reads.load(siteById, found.id))
  if (site?.hostname !== name) throw notFound('This hostname')
  return site
}

/** The site that has a hostname, for callers who see it. */
export const getSiteByHostname = readOperation({
  id: 'siteHostnames.get',
  input: z.object({ hostname: Hostname }),
  scope: 'site:read',
  read: (ctx, input) => siteAtHostname(ctx, input.hostname),
})

/** Takes a hostname off its site, which is then at its address on this server. */
export const removeHostname = operation({
  id: 'siteHostnames.remove',
  input: z.object({ hostname: Hostname }),
  scope: 'site:write',
  writes: true,
  authorize: async (ctx, input) => {
    const site = await siteAtHostname(ctx, input.hostname)
    if (mayAdministrateSite(reachOfSite(site))) return site
    throw forbidden('You need the admin role in the organization to change the hostname of a site.')
  },
  changes: (site) => rowOf('Site', site),
  run: async (ctx, input, site) => {
    const { count } = await ctx.tx.site.updateMany({
      where: { id: site.id, hostname: input.hostname },
      data: { hostname: null, updatedAt: ctx.now() },
    })
    if (count > 0) emitAboutSite(ctx, site, 'site.updated')
    return { existed: count > 0, site: await readAgain(ctx, site.id) }
  },
})
