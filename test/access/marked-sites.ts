import { newId } from '../../src/core/ids.ts'
import type { TestApp } from '../support/app.ts'
import { type Crawler, type MarkedData, type Place, sight } from './marked-data.ts'

type Sees = (who: Crawler) => boolean
export type MarkedSpace = Place & { opens: Sees }

/** The parts of a site, from the top: sections with their spaces. */
interface Section {
  condition?: string
  spaces: { space: MarkedSpace; condition?: string }[]
}

/**
 * A site with unique texts. Members with a role see all of it, except the site spaces of spaces that they cannot see.
 * If it is published and public, everyone sees what has no condition.
 */
export async function markSite(
  t: TestApp,
  marked: MarkedData,
  organizationId: string,
  { visibility, isPublished, sections }: { visibility: string; isPublished: boolean; sections: Section[] },
): Promise<void> {
  const { prisma } = t.db.database
  const isMember: Sees = (who) => sight.hasRole(who, organizationId, 'read')
  const writes: Sees = (who) => sight.hasRole(who, organizationId, 'create')
  const isOpen = isPublished && visibility === 'public'
  const sees: Sees = (who) => isOpen || isMember(who)
  const siteId = marked.add(newId('Site'), sees)
  await prisma.site.create({
    data: {
      id: siteId,
      organizationId,
      title: marked.mark(sees),
      visibility,
      publishedAt: isPublished ? t.clock.now() : null,
    },
  })
  marked.addresses.push(`${t.origin}/sites/${organizationId}/${siteId}/`)
  const groupId = marked.add(newId('SiteSectionGroup'), isOpen ? () => true : isMember)
  await prisma.siteSectionGroup.create({
    data: { id: groupId, siteId, title: marked.mark(isOpen ? () => true : isMember), orderKey: 'a0' },
  })
  for (const [index, section] of sections.entries()) {
    // A visitor sees a section in which there is something to see.
    const isShown = isOpen && !section.condition && section.spaces.some(({ condition }) => !condition)
    const opens: Sees = (who) => isShown || isMember(who)
    const sectionId = marked.add(newId('SiteSection'), opens)
    const path = marked.mark(opens)
    const key = `a${index}`
    await prisma.siteSection.create({
      data: {
        id: sectionId,
        siteId,
        ...(index === 0 ? { groupId, parentId: groupId } : { parentId: siteId }),
        title: marked.mark(opens),
        description: marked.mark(opens),
        path,
        condition: section.condition ? `${section.condition} && "${marked.mark(isMember)}"` : null,
        isDefault: index === 0,
        orderKey: key,
      },
    })
    for (const [at, { space, condition }] of section.spaces.entries()) {
      const shown = isShown && !condition
      const placed: Sees = (who) => shown || (isMember(who) && space.opens(who))
      const siteSpaceId = marked.add(newId('SiteSpace'), placed)
      const own = marked.mark(placed)
      await prisma.siteSpace.create({
        data: {
          id: siteSpaceId,
          siteId,
          sectionId,
          parentId: sectionId,
          spaceId: space.id,
          path: own,
          condition: condition ? `${condition} && "${marked.mark(placed)}"` : null,
          isDefault: at === 0,
          orderKey: `a${at}`,
        },
      })
      marked.addresses.push(`${t.origin}/sites/${organizationId}/${siteId}/${path}/${own}/`)
      if (shown) marked.publish(space.id)
    }
  }
  if (isOpen) marked.publish(organizationId)
  // The key of a link on a published site would be decrypted for its address.
  if (isPublished) return
  const { id: linkId } = await prisma.shareLink.create({
    data: { id: newId('ShareLink'), siteId, name: marked.mark(writes), keyDigest: siteId, sealedKey: 'none' },
  })
  marked.add(linkId, writes)
}
