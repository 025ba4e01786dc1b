import { afterEach, expect, it } from 'vitest'
import { purgeDeletedOrganizations } from '../../src/modules/organizations/organizations.purge.ts'
import { accountApis } from '../support/apis-accounts.ts'
import { integrationsApis } from '../support/apis-integrations.ts'
import { specsApis } from '../support/apis-openapi.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { done } from '../support/outcome.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile({ environment: { RUN_JOBS: 'true' } })
afterEach(() => {
  t.clock.now = () => new Date()
})

const DAY = 24 * 60 * 60 * 1000
// One pixel.
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SPEC = `openapi: 3.0.3\ninfo: { title: Pets, version: '1' }\npaths: {}\n`

const [specs] = specsApis
const [integrations] = integrationsApis

async function fileOf(spaceId: string, admin: Person): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob(['bytes']), 'data.bin')
  const { body } = await callRest(t, admin, 'POST', `/spaces/${spaceId}/content/files`, { form })
  return (body as { insertedFiles: { downloadURL: string }[] }).insertedFiles[0]?.downloadURL ?? ''
}

/** URLs of everything that an organization lets people download. Those that are signed stay valid for minutes. */
async function urlsOf(organizationId: string, admin: Person): Promise<Record<string, string>> {
  const space = await t.build.buildSpace({ organizationId })
  const spec = specs?.enter(t, admin)
  const publish = integrations?.enter(t, admin)
  if (!spec || !publish) throw new Error('There is no API layer')
  await done(spec.create(organizationId, 'pets', { text: SPEC }))
  t.app.background.recheck()
  await t.app.background.idle()
  await done(spec.update(organizationId, 'pets', 'public'))
  const name = `counter-${organizationId.toLowerCase().replaceAll('_', '-')}`
  const manifest = { organization: organizationId, title: 'Counter', description: 'Counts.', script: '1' }
  const own = await done(publish.publish(name, { ...manifest, icon: PNG, visibility: 'private' }))
  const shared = await done(
    publish.publish(`${name}-shared`, { ...manifest, icon: PNG, visibility: 'public' }),
  )
  const pdf = await callRest(t, admin, 'GET', `/spaces/${space.id}/pdf`)
  return {
    file: await fileOf(space.id, admin),
    pdf: (pdf.body as { url: string }).url,
    bundle: (await done(spec.content(organizationId, 'pets', 'latest'))).url,
    'public OpenAPI spec': `${t.origin}/openapi/${organizationId}/pets.json`,
    'icon of a private integration': own.urls.icon ?? '',
    'icon of a public integration': shared.urls.icon ?? '',
    'script of an integration': `${t.origin}/integrations/${shared.id}/v1/public/script.js`,
  }
}

const statusesOf = async (urls: Record<string, string>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(urls).map(async ([name, url]) => [name, (await fetch(url)).status])),
  )

it.each(accountApis)(
  'downloads of an organization end with it, and return with it ($name)',
  async ({ enter }) => {
    const { id: organizationId } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const urls = await urlsOf(organizationId, admin)
    const all = (status: number) => Object.fromEntries(Object.keys(urls).map((name) => [name, status]))
    expect(await statusesOf(urls)).toEqual(all(200))
    await done(enter(t, admin).deleteOrganization(organizationId))
    expect(await statusesOf(urls)).toEqual(all(404))
    await done(enter(t, admin).restoreOrganization(organizationId))
    expect(await statusesOf(urls)).toEqual(all(200))
    await done(enter(t, admin).deleteOrganization(organizationId))
    const now = new Date(Date.now() + 8 * DAY)
    expect(await purgeDeletedOrganizations(t.db.database, { now })).toContain(organizationId)
    expect(await statusesOf(urls)).toEqual(all(404))
  },
)
