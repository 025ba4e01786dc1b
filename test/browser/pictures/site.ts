import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultCustomization } from '../../../src/modules/sites/customization/defaults.ts'
import { blockSamples } from '../../console/block-samples.ts'
import { petsDocument, petsText } from '../../publishing/rendering/pets-document.ts'
import { type PublishedSiteInTest, page, type SiteOwner } from '../../support/published-sites.ts'

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="#9bd"/><circle cx="300" cy="100" r="80" fill="#248"/></svg>'
const logo = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="24"><rect width="24" height="24" rx="6" fill="${colour}"/><rect x="32" y="8" width="64" height="8" fill="${colour}"/></svg>`
/** Unlike that of the samples, one that can be drawn. */
const DIAGRAM = '{% @mermaid/diagram content="graph TD\n  A[In a block] --> B" %}'
/** With the operation that the sample of a block shows. */
const SPEC = {
  ...petsDocument,
  info: { title: 'Pets', version: '1' },
  paths: {
    ...petsDocument.paths,
    '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'Pets' } } } },
  },
  // A webhook without a response is not valid.
  webhooks: {
    petCreated: { post: { summary: 'A pet was created', responses: { 200: { description: 'Seen' } } } },
  },
}
const base64 = (text: string) => Buffer.from(text).toString('base64')
const text = (name: string) => readFileSync(join(import.meta.dirname, 'texts', `${name}.md`), 'utf8')

/** Spaces with every kind of block, in three languages. Returns their ids. */
async function writeSpaces(
  owner: SiteOwner,
): Promise<Record<'guide' | 'older' | 'ja' | 'ar' | 'api', string>> {
  await owner.send('PUT', `/orgs/${owner.org}/openapi/pets`, { source: { text: JSON.stringify(SPEC) } })
  owner.t.app.background.recheck()
  await owner.t.app.background.idle()
  const guide = await owner.space('Version 2', [])
  const { insertedFiles } = await owner.send('POST', `/spaces/${guide.id}/content`, {
    changes: [
      {
        operation: 'insert_files',
        files: [
          { name: 'picture.svg', base64: base64(PICTURE) },
          { name: 'manual.txt', base64: base64('The manual.') },
        ],
      },
      { operation: 'insert_reusable_content', title: 'Shared', document: { markdown: 'Shared words.' } },
    ],
  })
  const { reusableContents } = await owner.send('GET', `/spaces/${guide.id}/content`)
  const idOf = (list: unknown, at: number) => (list as { id: string }[])[at]?.id ?? ''
  const picture = idOf(insertedFiles, 0)
  const targets = { picture, manual: idOf(insertedFiles, 1), reusable: idOf(reusableContents, 0) }
  const samples = { ...blockSamples(targets), 'a diagram': DIAGRAM }
  const cover = `---\ndescription: Moves files between ships and shore.\ncover: /files/${picture}\n---\n`
  await owner.edit(guide.id, [
    {
      operation: 'insert_page',
      title: 'Welcome to Harbor',
      document: {
        markdown: `${cover}\n# Welcome to Harbor\n\n${text('home').replaceAll('PICTURE', picture)}`,
      },
    },
    { operation: 'insert_page', type: 'group', title: 'Guides' },
    page('Blocks', Object.values(samples).join('\n\n'), { icon: 'cubes' }),
    page('Code', text('code'), { icon: 'code', description: 'Long lines, and wide tables.' }),
    page('Install', 'Unpack the archive.', { icon: 'download', ref: 'install' }),
    page('On a ship with a slow line to the shore', 'Wait.', { into: 'install' }),
    page('Upgrade', 'Replace the files.'),
  ])
  const one = async (title: string, name: string, language: string, heading: string) => {
    const made = await owner.space(title, [page(heading, text(name)), page('Blocks', 'Text.')])
    await owner.send('PATCH', `/spaces/${made.id}`, { language })
    return made.id
  }
  await owner.send('PATCH', `/spaces/${guide.id}`, { language: 'en' })
  const older = await owner.space('Version 1', [page('Welcome to Harbor', 'The older version.')])
  await owner.send('PATCH', `/spaces/${older.id}`, { language: 'en' })
  const api = await owner.space('API', [page('Pets', petsText, { icon: 'paw' })])
  return {
    guide: guide.id,
    older: older.id,
    ja: await one('Version 2', 'ja', 'ja', 'Harbor へようこそ'),
    ar: await one('Version 2', 'ar', 'ar', 'مرحبًا بك في هاربور'),
    api: api.id,
  }
}

/** Everything that an owner can change, unlike the default. */
async function brand(site: PublishedSiteInTest): Promise<void> {
  const image = async (name: string, svg: string) =>
    (await site.send('POST', '/images', { name, base64: base64(svg) })).id
  const [light, dark] = [await image('light.svg', logo('#ffffff')), await image('dark.svg', logo('#ffe9b0'))]
  const link = (title: string) => ({ title, to: { kind: 'url', url: 'https://example.com/' } })
  await site.send('PUT', '/customization', {
    ...defaultCustomization,
    styling: {
      ...defaultCustomization.styling,
      theme: 'bold',
      primaryColor: { light: '#8a2f5d', dark: '#e08bb5' },
      tint: { color: { light: '#8a2f5d', dark: '#e08bb5' } },
      corners: 'circular',
      links: 'accent',
      font: 'SourceSansPro',
      monospaceFont: 'FiraCode',
      background: 'match',
      icons: 'solid',
      sidebar: { background: 'filled', list: 'pill' },
      search: 'subtle',
    },
    favicon: { emoji: '⚓' },
    header: {
      preset: 'bold',
      logo: { light, dark },
      links: [
        { ...link('Blog'), links: [] },
        { title: 'Products', to: null, links: [link('Harbor'), link('Lighthouse')] },
        { ...link('Sign up'), style: 'button-primary', links: [] },
      ],
    },
    footer: {
      groups: ['Products', 'Company', 'Help'].map((title) => ({
        title,
        links: [link('First'), link('Second')],
      })),
      copyright: '© 2026 Harbor',
    },
    announcement: { enabled: true, message: 'Version 2 is here.', style: 'info', link: link('What is new') },
    feedback: { enabled: true },
    pageActions: { externalAI: true, markdown: true },
    privacyPolicy: { url: 'https://example.com/privacy' },
    trademark: { enabled: true },
  })
}

export type Look = 'default' | 'branded'

/** Two sites of the same spaces with sections, versions and languages: one as it is, and one with a brand. */
export async function buildSites(owner: SiteOwner): Promise<Record<Look, PublishedSiteInTest>> {
  const spaces = await writeSpaces(owner)
  const build = async (title: string) => {
    const site = await owner.site([], { title })
    const section = (spaceId: string, name: string, icon: string) =>
      site.send('POST', '/sections', { spaceId, title: name, icon })
    const { id } = await section(spaces.guide, 'Guides', 'book')
    for (const spaceId of [spaces.older, spaces.ja, spaces.ar]) {
      await site.send('POST', '/site-spaces', { spaceId, sectionId: id })
    }
    const api = await section(spaces.api, 'API', 'plug')
    await site.send('POST', '/section-groups', { title: 'Reference', sections: [api.id] })
    return site
  }
  const sites = { default: await build('Harbor'), branded: await build('Harbor Brand') }
  await brand(sites.branded)
  return sites
}
