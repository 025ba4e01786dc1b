import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PublishedSiteInTest, SiteOwner } from '../support/published-sites.ts'
import { GitSpace, type GitWorld, startGitWorld, TIME_LIMIT_MS } from './git-space.ts'

let world: GitWorld
let owner: SiteOwner
let site: PublishedSiteInTest
beforeAll(async () => {
  world = await startGitWorld()
  owner = new SiteOwner(world.t, world.organizationId, { token: world.token })
  const repository = world.server.repository('published')
  repository.push(
    {
      '.gitbook.yaml': 'root: ./docs\nredirects:\n  old/page: guide/install.md\n  gone: none.md\n',
      'docs/SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](guide/install.md)\n',
      'docs/README.md': '# Welcome\n\nHello.\n',
      'docs/guide/install.md': '# Install\n\nRun the command.\n',
    },
    'Add pages',
  )
  const space = await GitSpace.create(world)
  await space.import(repository.url, { repoTreeURL: 'https://git.example/tree/main' })
  site = await owner.site([space.id])
}, TIME_LIMIT_MS)
afterAll(() => world?.close())

it('a published site redirects paths that .gitbook.yaml redirects, to where the page is', async () => {
  const moved = await site.open('/old/page')
  expect([moved.status, moved.headers.location]).toEqual([308, `${site.base}/install`])
  expect((await site.open('/gone')).status).toBe(404)
})

it('a published site links to the file of a page in its repository, if the customization says so', async () => {
  const href = 'href="https://git.example/tree/main/docs/guide/install.md"'
  const { object: _object, ...customization } = await site.send('GET', '/customization')
  const show = (showEditLink: boolean) =>
    site.send('PUT', '/customization', { ...customization, git: { showEditLink } })
  await show(true)
  expect((await site.open('/install')).body).toContain(href)
  await show(false)
  expect((await site.open('/install')).body).not.toContain(href)
})

it(
  'a published site gives a group with & the address of its title, and redirects the one that it had before',
  async () => {
    const repository = world.server.repository('tips')
    const pages = (heading: string) => ({
      'SUMMARY.md': `# Table of contents\n\n* [Welcome](README.md)\n\n${heading}\n\n* [Fold](tips/fold.md)\n`,
      'README.md': '# Welcome\n',
      'tips/fold.md': '# Fold\n',
    })
    // What an import stored before: the title without a word for `&`.
    repository.push(pages('## Tips & Tricks <a href="#tips-tricks" id="tips-tricks"></a>'), 'Add pages')
    const space = await GitSpace.create(world)
    await space.import(repository.url)
    const tips = await owner.site([space.id])
    expect((await tips.open('/tips-tricks/fold')).status).toBe(200)
    repository.push(pages('## Tips & Tricks'), 'Leave the address to the title')
    await space.import(repository.url)
    expect((await tips.open('/tips-and-tricks/fold')).status).toBe(200)
    const moved = await tips.open('/tips-tricks/fold')
    expect([moved.status, moved.headers.location]).toEqual([308, `${tips.base}/tips-and-tricks/fold`])
  },
  TIME_LIMIT_MS,
)
