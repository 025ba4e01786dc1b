import { promises as dns } from 'node:dns'
import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { type Case, write } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    hostedSiteId: string
    hostedName: string
  }
}

// Nothing listens there, so that a check answers at once that DNS cannot be asked.
dns.setServers(['127.0.0.1:1'])

const check = (mutation: string): Case => ({
  params: ({ hostedSiteId }) => ({ siteId: hostedSiteId }),
  graphql: ({ hostedSiteId }) => write(mutation, { siteId: hostedSiteId }),
})

export const access: ModuleAccess = {
  build: async ({ db, clock }, { organizationId }) => {
    const id = newId('Site')
    const at = { createdAt: clock.now(), updatedAt: clock.now() }
    const hostname = `${id.replace('_', '-').toLowerCase()}.hosted.example`
    const proxy = `${hostname}/docs`
    await db.database.prisma.site.create({
      data: { id, organizationId, title: 'Hosted', hostname, proxy, ...at },
    })
    return { hostedSiteId: id, hostedName: hostname }
  },
  cases: {
    'siteHostnames.check': check('checkSiteHostname'),
    'siteHostnames.revalidate': {
      params: ({ hostedName }) => ({ hostname: hostedName }),
      graphql: ({ hostedName }) => write('checkHostname', { hostname: hostedName }),
    },
    'siteHostnames.checkProxy': check('checkSiteProxy'),
  },
  bits: { 'site.edit': ['siteHostnames.check', 'siteHostnames.revalidate', 'siteHostnames.checkProxy'] },
}
