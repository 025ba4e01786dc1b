import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { signingSample } from '../../src/console/app/screens/sites/readers/signing-sample.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile()
const { ann, organization, space, call } = await buildHandbook(t)
const api = `/orgs/${organization}/sites`
const { id: site } = await call(ann, 'POST', api, { title: 'Documentation', spaces: [space] })

describe.skipIf(hasNoBrowser)(`the readers and the looks of a site${browserNote}`, () => {
  it('choose readers, make share links, sign visitors in, and redirect old addresses', async () => {
    await call(ann, 'POST', `${api}/${site}/publish`)
    const person = await open(ann, `sites/${site}/readers`)
    const { tab } = person
    const sharing = tab.getByRole('region', { name: 'Share links' })
    await sharing.getByText('New share link').click()
    await sharing.getByLabel('Name').fill('Acme')
    await sharing.getByRole('button', { name: 'Create the link' }).click()
    const link = await sharing.getByLabel('Link Acme').inputValue()
    await tab.getByLabel('Everyone with a share link').click()
    await tab.getByText('Changed who can read the site.').waitFor()
    expect((await fetch(link)).status).toBe(200)
    await sharing.getByRole('button', { name: 'Deactivate: Acme' }).click()
    await sharing.getByText('Inactive').waitFor()
    expect((await fetch(link)).status).not.toBe(200)

    await tab.getByLabel('Visitors whom your own server signs in').click()
    await tab.getByRole('button', { name: 'Show the key' }).click()
    const key = await tab.getByLabel('Key', { exact: true }).inputValue()
    const address = `${t.origin}/sites/${organization}/documentation/`
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    // The sample that is shown, as a server runs it.
    const shown = (await tab.locator('pre').textContent()) ?? ''
    expect(shown).toBe(signingSample(address))
    process.env.QUIRE_VISITOR_KEY = key
    const code = `data:text/javascript,${encodeURIComponent(shown)}`
    const { signedAddress } = (await import(/* @vite-ignore */ code)) as {
      signedAddress: (claims: object) => string
    }
    const signed = await fetch(signedAddress({ plan: 'pro' }), { redirect: 'manual' })
    expect([signed.status, signed.headers.get('set-cookie') !== null]).toEqual([302, true])
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(401)

    await tab.getByRole('button', { name: 'Save the schema' }).click()
    await tab.getByText('The schema was saved.').first().waitFor()
    await tab.getByRole('button', { name: 'Show the site' }).click()
    await tab.getByRole('link', { name: 'Open the preview' }).waitFor()
    await tab.getByLabel('Everyone', { exact: true }).click()

    await tab.getByRole('link', { name: 'Redirects' }).click()
    await tab.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Import CSV' })
    await dialog
      .getByLabel('Or paste the lines')
      .fill('from,to\n/old/install,install\n/old/x\n/out/*,https://example.com/')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('Imported 2 redirects.').waitFor()
    await dialog.getByText('Line 3: needs two columns').waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await tab.getByLabel('Test an address').fill('old/install')
    await tab.getByRole('button', { name: 'Test', exact: true }).click()
    await tab.getByText(/^\/old\/install leads to .*\/install\/?$/).waitFor()
    await tab.getByRole('button', { name: 'Delete the redirect of /out/*' }).click()
    await tab.getByRole('button', { name: 'Delete the redirect of /out/*' }).waitFor({ state: 'detached' })
    await tab.getByRole('button', { name: 'Undo' }).last().click()
    await tab.getByRole('button', { name: 'Delete the redirect of /out/*' }).waitFor()
    expect(person.complaints).toEqual([])
  })

  it('change how the site looks, show it before it is saved, and reset it', async () => {
    const person = await open(ann, `sites/${site}/theme`)
    const { tab } = person
    const frame = tab.frameLocator('iframe')
    await frame.locator('h1').first().waitFor()
    const solid = () =>
      frame.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--solid').trim())
    const before = await solid()
    await tab.getByRole('group', { name: 'Primary colour' }).getByLabel('Light').fill('#ff0000')
    await expect.poll(solid, { timeout: 30_000 }).not.toBe(before)
    const live = await solid()
    await tab.getByText('the contrast is').first().waitFor()
    await tab.getByLabel('Tablet').click()
    expect(await tab.locator('iframe').getAttribute('width')).toBe('768')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByRole('button', { name: 'Save', exact: true }).click()
    await tab.getByText('The theme was saved.').first().waitFor()
    // The stylesheet of the site says the same as what was shown.
    const html = await (await fetch(`${t.origin}/sites/${organization}/documentation/`)).text()
    const sheet = /href="([^"]+\.css)"/.exec(html)?.[1] ?? ''
    const css = await (await fetch(new URL(sheet, `${t.origin}/sites/${organization}/documentation/`))).text()
    expect(css).toContain(`--solid:${live}`)
    // A logo from this machine.
    await tab.locator('summary', { hasText: 'Header' }).click()
    const header = tab.locator('details', { has: tab.locator('summary', { hasText: 'Header' }) })
    await header
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: readFileSync(join(projectRoot, 'docs/images/site.png')),
      })
    await expect
      .poll(() => header.getByLabel('Address of the image (Dark)').inputValue(), { timeout: 30_000 })
      .toContain(t.origin)
    await tab.getByRole('button', { name: 'Save', exact: true }).click()
    await frame.locator('header img').first().waitFor()
    await tab.locator('summary', { hasText: 'Announcement' }).click()
    await tab.getByLabel('Message', { exact: true }).fill('We are open.')
    await tab.getByLabel('Shown', { exact: true }).click()
    await tab.getByRole('button', { name: 'Save', exact: true }).click()
    await frame.getByText('We are open.').waitFor()
    await tab.getByRole('button', { name: 'Reset everything' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Reset everything' }).click()
    await frame.getByText('We are open.').waitFor({ state: 'detached' })
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })
})
