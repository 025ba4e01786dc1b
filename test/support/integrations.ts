import { newId } from '../../src/core/ids.ts'
import type { TestApp } from './app.ts'

type Parts = Pick<TestApp, 'db' | 'clock'>

/** An integration without files, as a row. */
export async function insertIntegration(
  { db, clock }: Parts,
  organizationId: string,
  {
    name = newId('Integration'),
    ...more
  }: { name?: string; visibility?: string; target?: string; scopes?: string[]; configurations?: object } = {},
): Promise<{ id: string; name: string }> {
  const { prisma } = db.database
  const at = clock.now()
  await prisma.integrationName.create({ data: { name, organizationId } })
  return prisma.integration.create({
    select: { id: true, name: true },
    data: {
      id: newId('Integration'),
      name,
      organizationId,
      title: 'Pets',
      description: 'Counts pets.',
      runtime: 'v1',
      visibility: 'private',
      target: 'all',
      blocks: [],
      contentSources: [],
      externalLinks: [],
      configurations: {},
      script: 'h',
      createdAt: at,
      updatedAt: at,
      ...more,
    },
  })
}

/** An installation of it in an organization. */
export async function insertInstallation(
  { db, clock }: Parts,
  integrationId: string,
  organizationId: string,
): Promise<string> {
  const at = clock.now()
  const { id } = await db.database.prisma.integrationInstallation.create({
    data: {
      id: newId('IntegrationInstallation'),
      integrationId,
      organizationId,
      configuration: {},
      createdAt: at,
      updatedAt: at,
    },
  })
  return id
}

/** The same on a space or a site. */
export async function insertPlacement(
  { db, clock }: Parts,
  installationId: string,
  place: { spaceId: string } | { siteId: string },
): Promise<void> {
  const at = clock.now()
  await db.database.prisma.integrationPlacement.create({
    data: {
      id: newId('IntegrationPlacement'),
      installationId,
      ...place,
      configuration: {},
      createdAt: at,
      updatedAt: at,
    },
  })
}
