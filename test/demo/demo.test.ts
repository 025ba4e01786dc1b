import { describe, expect, it } from 'vitest'
import { demoSpaces } from '../../src/demo/demo-spaces.ts'
import { bootstrap } from '../../src/server/bootstrap.ts'
import { appForFile } from '../support/app.ts'
import { quire } from '../support/command-line.ts'
import { bodyOf, send } from '../support/refusals.ts'

const t = await appForFile()

/** The first start of a server that dies before its last step. */
async function interruptedStart(): Promise<unknown> {
  const { pool } = t.db.database
  await pool.query(`CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'interrupted'; END $$`)
  await pool.query('CREATE TRIGGER interrupt BEFORE INSERT ON "Comment" EXECUTE FUNCTION interrupt()')
  const outcome = await bootstrap(t.db.database, { token: undefined, now: new Date() }).catch(String)
  await pool.query('DROP TRIGGER interrupt ON "Comment"')
  const { prisma } = t.db.database
  return { outcome, users: await prisma.user.count(), spaces: await prisma.space.count() }
}

const interrupted = await interruptedStart()
const { token = '' } = await bootstrap(t.db.database, { token: undefined, now: new Date() })
const get = async (path: string) => bodyOf(await send(t.origin, `/v1${path}`, { token }))
const [organization] = (await get('/orgs')).items
const [space] = (await get(`/orgs/${organization.id}/spaces`)).items

describe('the first space', () => {
  it('is not there after a start that was interrupted, and complete after the next one', () => {
    expect(interrupted).toEqual({ outcome: expect.stringContaining('interrupted'), users: 0, spaces: 0 })
  })

  it('holds a guide with links that work, a hint, code and an image', async () => {
    const { pages } = await get(`/spaces/${space.id}/content/pages`)
    expect(pages.map(({ slug }: { slug: string }) => slug)).toEqual(
      expect.arrayContaining(['welcome', 'write-a-page', 'change-requests']),
    )
    const texts: string[] = []
    for (const { id } of pages) texts.push((await get(`/spaces/${space.id}/content/page/${id}`)).markdown)
    expect(texts.join('\n')).toMatch(/\{% hint style="info" %\}[\s\S]*```bash/)
    const files = (await get(`/spaces/${space.id}/content/files`)).items
    expect(files).toHaveLength(2)
    expect(files[0]).toMatchObject({ contentType: 'image/png' })
    const links = (await get(`/spaces/${space.id}/links?limit=100`)).items
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter(({ status }: { status?: string }) => status === 'broken')).toEqual([])
  })

  it('has an open change request with a diff and comments, and can be searched', async () => {
    const [changeRequest] = (await get(`/spaces/${space.id}/change-requests`)).items
    expect(changeRequest).toMatchObject({ status: 'open', comments: 2 })
    const found = await get(`/spaces/${space.id}/search?query=subscripton`)
    expect(found.items.length).toBeGreaterThan(0)
  })

  it('is published, so that there is something to see at once', async () => {
    const [site] = (await get(`/orgs/${organization.id}/sites`)).items
    expect(site).toMatchObject({ title: 'Guide to Quire', published: true, visibility: 'public' })
    const page = await fetch(site.urls.published)
    expect({ status: page.status, isShown: (await page.text()).includes('Welcome to Quire') }).toEqual({
      status: 200,
      isShown: true,
    })
  })

  it('is created once', async () => {
    expect(await bootstrap(t.db.database, { token: undefined, now: new Date() })).not.toHaveProperty('token')
  })
})

describe('quire demo', () => {
  it('fills an organization with as many pages as requested', async () => {
    const { code, stdout } = await quire(['demo', '--pages', '12', '--json'], { DATABASE_URL: t.db.url })
    const report = JSON.parse(stdout)
    expect({ code, ...report }).toMatchObject({ code: 0, spaces: 1, pages: 12, changeRequests: 2 })
    const spaces = (await get(`/orgs/${report.organization}/spaces`)).items
    expect(spaces).toHaveLength(1)
  })

  it('is the same each time, and divides many pages into spaces', () => {
    expect(demoSpaces(450)).toEqual(demoSpaces(450))
    const spaces = demoSpaces(450)
    expect(spaces).toHaveLength(5)
    const pages = spaces.flatMap(({ sections }) => sections.flatMap((section) => section.pages))
    expect(pages).toHaveLength(450)
    expect(new Set(pages.map(({ markdown }) => markdown)).size).toBeGreaterThan(400)
  })
})
