import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { changeContent, insertPages } from '../support/content.ts'
import { queried } from '../support/graphql-request.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'
import { consoleForFile } from './console.ts'
import { documentOf } from './documents.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, cy, di, space, call } = await buildHandbook(t)

const BLOCKS = `# Blocks

A [page of the space](install.md#start), and [one elsewhere](https://example.com).

{% tabs %}
{% tab title="Linux" %}
Use the archive.
{% endtab %}
{% tab title="Windows" %}
Use the installer.
{% endtab %}
{% endtabs %}

\`\`\`sh
npm start
\`\`\`
`
const [blocks = ''] = await insertPages(t, ann, space, [
  { title: 'Blocks', markdown: BLOCKS, description: 'All of them.' },
])
await insertPages(t, ann, space, [
  { title: 'Diagram', markdown: '# Diagram\n\n```mermaid\nflowchart LR\n  Draft --> Published\n```\n' },
])
const { pages } = (await call(di, 'GET', `/spaces/${space}/content/pages`)) as {
  pages: { id: string; title: string }[]
}
const install = pages.find(({ title }) => title === 'Install')?.id ?? ''

it('a page takes at most 9 statements with its threads', async () => {
  const page = documentOf('useShownPageQuery')
  const threads = documentOf('useThreadsQuery')
  const read = async () => {
    await queried(t, di, page, { space, path: 'install' })
    await queried(t, di, threads, {
      space,
      changeRequest: '',
      isProposed: false,
      page: install,
      status: ['OPEN'],
      first: 25,
    })
  }
  await read()
  expect((await statementsOf(t, read)).length).toBeLessThanOrEqual(9)
})

describe.skipIf(hasNoBrowser)(`a page${browserNote}`, () => {
  it('shows diagrams, drawn in a frame', async () => {
    const person = await open(di, `s/${space}/diagram`)
    await person.tab.locator('.diagram.drawn').waitFor()
    const drawing = person.tab.frameLocator('.diagram-frame').locator('svg')
    expect(await drawing.textContent()).toContain('Published')
    await person.tab.context().close()
  })

  it('reads as on a published site: links, tabs, code and outline work', async () => {
    const person = await open(di, `s/${space}/blocks`)
    const { tab } = person
    await person.heading('Blocks')
    await tab.getByText('All of them.').waitFor()
    await tab.evaluate(() => Object.assign(window, { isSame: true }))
    await tab.getByRole('tab', { name: 'Windows' }).click()
    await tab.getByText('Use the installer.').waitFor()
    expect(await tab.getByText('Use the archive.').isVisible()).toBe(false)
    await tab.keyboard.press('ArrowLeft')
    await tab.getByText('Use the archive.').waitFor()
    await tab.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await tab.locator('figure.code').hover()
    await tab.getByRole('button', { name: 'Copy', exact: true }).click()
    await tab.getByText('Copied', { exact: true }).first().waitFor()
    expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe('npm start')
    const elsewhere = tab.getByRole('link', { name: 'one elsewhere' })
    expect([await elsewhere.getAttribute('target'), await elsewhere.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ])
    await person.expectAccessible()
    // The same from right to left.
    await tab.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    await person.expectAccessible()
    await tab.evaluate(() => document.documentElement.removeAttribute('dir'))
    // Who wants less motion gets none.
    await tab.emulateMedia({ reducedMotion: 'reduce' })
    const moving = await tab.evaluate(() =>
      [...document.querySelectorAll('body *')].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element)
        const isStill = [transitionDuration, animationDuration].every((time) => Number.parseFloat(time) === 0)
        return isStill ? [] : [element.outerHTML]
      }),
    )
    expect(moving).toEqual([])
    await tab.emulateMedia({ reducedMotion: 'no-preference' })
    await tab.getByRole('link', { name: 'page of the space' }).click()
    await person.heading('Install')
    await tab.waitForURL('**/install#start')
    const outline = tab.getByRole('navigation', { name: 'On this page' })
    expect(await outline.getByRole('link').allTextContents()).toEqual(['Download', 'Start'])
    // The page was not loaded again.
    expect(await tab.evaluate(() => 'isSame' in window)).toBe(true)
    await tab.getByRole('link', { name: 'Previous Welcome' }).click()
    await person.heading('Welcome')
    await person.expectAccessible()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('says who changed it on another node, and shows it on demand', async () => {
    const person = await open(ann, `s/${space}/upgrade`)
    const { tab } = person
    await person.heading('Upgrade')
    await tab.getByText('Stop the server').waitFor()
    await tab.getByRole('status').getByText('Live').first().waitFor()
    const change = (markdown: string) =>
      changeContent(other, bo, space, [
        {
          operation: 'update_page',
          page: pages.find(({ title }) => title === 'Upgrade')?.id,
          document: { markdown },
        },
      ])
    await change('# Upgrade\n\nRead the changelog first.\n')
    const news = tab.getByRole('status').filter({ hasText: 'Bo Chen changed this page.' })
    await news.waitFor()
    expect(await tab.getByText('Stop the server').isVisible()).toBe(true)
    await news.getByRole('button', { name: 'Show' }).click()
    await tab.getByText('Read the changelog first.').waitFor()
    expect(await tab.getByText('Stop the server').count()).toBe(0)
    expect(await news.count()).toBe(0)
    // A change elsewhere in the space is none of this page.
    await insertPages(other, bo, space, [{ title: 'Somewhere else', markdown: 'Text' }])
    await tab
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Somewhere else' })
      .waitFor()
    expect(await tab.getByText('changed this page').count()).toBe(0)
    expect(person.complaints).toEqual([])
  })

  it('offers comments on a block to those who may comment, also by keys', async () => {
    const reader = await open(di, `s/${space}/install`)
    await reader.heading('Install')
    await reader.tab.getByText('Download the archive').hover()
    await reader.tab.getByRole('region', { name: 'Open threads' }).waitFor()
    expect(await reader.tab.getByRole('button', { name: 'Comment on this block' }).count()).toBe(0)
    const person = await open(cy, `s/${space}/install`)
    const { tab } = person
    await person.heading('Install')
    await tab.getByText('Download the archive').hover()
    await tab.getByRole('button', { name: 'Comment on this block' }).waitFor()
    await tab.keyboard.press('c')
    await tab.keyboard.type('Which archive?')
    await tab.keyboard.press('Control+Enter')
    await tab.getByRole('region', { name: 'Open threads' }).getByText('Which archive?').last().waitFor()
    const saved = async () => {
      const { body } = await callRest(t, cy, 'GET', `/spaces/${space}/comments`)
      return (body as { items: { target?: { node?: unknown } }[] }).items
    }
    await expect.poll(async () => (await saved()).length).toBe(1)
    expect((await saved())[0]?.target?.node).toBeDefined()
    expect(person.complaints).toEqual([])
  })

  it('has actions with keys: its history, its link and its Markdown', async () => {
    const person = await open(di, `s/${space}/blocks`)
    const { tab } = person
    await person.heading('Blocks')
    await tab.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await tab.keyboard.press('.')
    await tab.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
    await expect
      .poll(() => tab.evaluate(() => navigator.clipboard.readText()))
      .toContain('{% tab title="Linux" %}')
    await tab.keyboard.press('.')
    await tab.getByRole('menuitem', { name: 'Copy the link' }).click()
    await expect.poll(() => tab.evaluate(() => navigator.clipboard.readText())).toMatch(/\/blocks$/)
    await tab.keyboard.press('y')
    await tab.waitForURL(`**/~history?page=${blocks}`)
    await person.heading('History of Blocks')
    expect(person.complaints).toEqual([])
  })

  it('that does not exist is missing with pages like it, and one named like a change request has its own address', async () => {
    const person = await open(di, `s/${space}/guides/instal`)
    const { tab } = person
    await person.heading('No page here')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab
      .getByRole('main')
      .getByRole('link', { name: /Install/ })
      .click()
    await person.heading('Install')
    const [changes = ''] = await changeContent(t, ann, space, [
      { operation: 'insert_page', type: 'group', title: 'Changes' },
    ])
    await insertPages(t, ann, space, [
      { title: 'Third', slug: '3', markdown: 'The third text.', into: changes },
    ])
    await tab.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Third' }).click()
    await tab.waitForURL('**/~page/changes/3')
    await tab.getByText('The third text.').waitFor()
    await tab
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Changes', exact: true })
      .click()
    await person.heading('Changes')
    await tab.getByRole('main').getByRole('link', { name: 'Third' }).waitFor()
    expect(person.complaints).toEqual([])
  })
})
