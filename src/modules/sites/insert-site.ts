import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { basenameOf, freeSlug } from '../../core/slugs.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

type NewSite = Omit<Prisma.SiteCreateManyInput, 'id' | 'basename'>

/**
 * Stores a new site, with a name in its address that is made from its title. An unlisted site has none: whoever knows
 * its address can read it, so the address must not be guessed. Returns the id.
 */
export async function insertSite(ctx: WriteContext, site: NewSite): Promise<string> {
  const id = newId('Site')
  if (site.visibility === 'unlisted') {
    await ctx.tx.site.create({ data: { ...site, id } })
    return id
  }
  const slug = basenameOf(site.title)
  for (;;) {
    const basename = freeSlug(slug, await takenNames(ctx, site.organizationId, slug))
    // Another site can take the name meanwhile. An error would end the transaction.
    const { count } = await ctx.tx.site.createMany({ data: { ...site, id, basename }, skipDuplicates: true })
    if (count > 0) return id
  }
}

/** The names of sites of an organization that a free one must differ from. */
async function takenNames(
  { tx }: WriteContext,
  organizationId: string,
  slug: string,
): Promise<ReadonlySet<string>> {
  // The number at the end of a long name replaces its last characters.
  const startsWith = [...slug].slice(0, 80).join('')
  const rows = await tx.site.findMany({
    where: { organizationId, basename: { startsWith } },
    select: { basename: true },
  })
  return new Set(rows.flatMap(({ basename }) => basename ?? []))
}
