import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { inOrganization, read } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    translationSpaceId: string
  }
}

// Guests see none, so the list is read below the space.
const PAGES = 'organization { translatedSpaces { nodes { pages { nodes { __typename } } } } }'

export const access: ModuleAccess = {
  build: async ({ build, db }, { organizationId }) => {
    const { prisma } = db.database
    const { id: siteId } = await prisma.site.create({
      data: { id: newId('Site'), organizationId, title: 'In two languages' },
    })
    const ids: string[] = []
    for (const [index, language] of ['en', 'fr'].entries()) {
      const { id: spaceId } = await build.buildSpace({ organizationId, title: language, language })
      const at = { siteId, parentId: siteId, path: language, orderKey: `a${index}`, isDefault: index === 0 }
      await prisma.siteSpace.create({ data: { id: newId('SiteSpace'), spaceId, ...at } })
      ids.push(spaceId)
    }
    return { translationSpaceId: ids[1] ?? '' }
  },
  cases: {
    'translatedSpaces.list': { graphql: inOrganization('translatedSpaces { nodes { __typename } }') },
    'translatedSpaces.listPages': {
      params: ({ translationSpaceId }) => ({ spaceId: translationSpaceId }),
      graphql: ({ translationSpaceId: id }) => read({ id }, `space(id: $id) { ${PAGES} }`),
    },
  },
  bits: { 'organization.view': ['translatedSpaces.list'] },
}
