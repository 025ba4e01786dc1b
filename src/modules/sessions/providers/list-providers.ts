import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { readOperation } from '../../../core/operations/operation.ts'
import { getOrganizationRow } from '../../organizations/index.ts'

/** An OpenID provider, as members of organizations know it. */
export interface OfferedProvider {
  name: string
  title: string
}

/** The OpenID providers of this server, with which members of all organizations can sign in. */
export const listProviders = readOperation({
  id: 'organizations.listProviders',
  input: z.object({ organizationId: idField('Organization', 'The ID of the organization.') }),
  scope: 'organization:read',
  read: async (ctx, { organizationId }): Promise<OfferedProvider[]> => {
    await getOrganizationRow(ctx.reads, organizationId)
    return ctx.tools.settings.providers.map(({ name, title }) => ({ name, title }))
  },
})
