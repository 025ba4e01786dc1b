import { describe, expect, it } from 'vitest'
import { Person } from '../browser/person.ts'
import { PASSWORD } from '../sessions/signing-in.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { changeContent, insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { crash, cutOff, field, SAVED, state } from './editing.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile({}, { editor: 'markdown' })
const { ann, bo, space, call } = await buildHandbook(t)

async function write(title: string, markdown: string): Promise<{ id: string; path: string }> {
  const [id = ''] = await insertPages(t, ann, space, [{ title, markdown }])
  return { id, path: title.toLowerCase() }
}

const stored = async (id: string): Promise<string> =>
  String((await call(ann, 'GET', `/spaces/${space}/content/page/${id}?format=markdown`)).markdown)

async function edit(who: typeof ann, path: string) {
  const person = await open(who, `s/${space}/${path}?edit`)
  await field(person.tab).waitFor()
  await person.tab.keyboard.press('Control+End')
  return person
}

/** Another tab of the same browser. */
async function anotherTab({ tab }: Person, path: string) {
  const person = await Person.in(tab.context(), t.origin)
  await person.tab.goto(`${t.origin}/app/s/${space}/${path}?edit`)
  await field(person.tab).waitFor()
  return person
}

describe.skipIf(hasNoBrowser)(`what is typed in the editor${browserNote}`, () => {
  it('is there again after the tab was killed, and is saved by the next visit', async () => {
    const { id, path } = await write('Killed', 'Start.\n')
    let person = await edit(bo, path)
    let typed = ''
    for (const pause of [0, 30, 700, 2_050]) {
      const words = `After ${pause}. `
      await person.tab.keyboard.type(words)
      typed += words
      // At points of the draft, of the rest, and of the save.
      await person.tab.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), pause)
      await crash(person)
      person = await anotherTab(person, path)
      const shown = await field(person.tab).innerText()
      // At most the last key.
      expect(shown.trimEnd().length).toBeGreaterThanOrEqual(`Start.\n${typed}`.trimEnd().length - 1)
      typed = shown.replace('Start.\n', '')
      await person.tab.keyboard.press('Control+End')
    }
    // The last text may have been saved before the tab was killed.
    await expect.poll(() => stored(id), { timeout: 30_000 }).toBe(`Start.\n${typed}`)
  })

  it('stays in the browser while it is offline, and is saved when it is back', async () => {
    const { id, path } = await write('Offline', 'Start.\n')
    const { tab } = await edit(bo, path)
    await tab.context().setOffline(true)
    await tab.keyboard.type('Written in a tunnel.')
    await state(tab, 'Offline, kept in this browser')
    await tab.keyboard.type(' And more.')
    await tab.context().setOffline(false)
    await state(tab, SAVED)
    expect(await stored(id)).toBe('Start.\nWritten in a tunnel. And more.')
  })

  it('is sent again until a server that is restarted answers', async () => {
    const { id, path } = await write('Restart', 'Start.\n')
    const { tab } = await edit(bo, path)
    const connect = await cutOff(tab)
    await tab.keyboard.type('Written meanwhile.')
    await state(tab, 'Not saved, retrying')
    await connect()
    await state(tab, SAVED)
    expect(await stored(id)).toBe('Start.\nWritten meanwhile.')
  })

  it('waits for the person to sign in again after the session has ended', async () => {
    const { id, path } = await write('Expired', 'Start.\n')
    const person = await edit(ann, path)
    const { tab } = person
    await tab.evaluate(() =>
      fetch('/app/~auth/sign-out', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-quire-console': '1' },
        body: '{}',
      }),
    )
    // At once: the dialog opens over the text as soon as anything is asked for.
    await tab.keyboard.insertText('Still here.')
    const dialog = tab.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await state(tab, SAVED)
    expect(await stored(id)).toBe('Start.\nStill here.')
  })

  it('goes on in the tab that was opened last', async () => {
    const { id, path } = await write('Tabs', 'Start.\n')
    const first = await edit(bo, path)
    const connect = await cutOff(first.tab)
    await first.tab.keyboard.type('From the first tab.')
    const second = await anotherTab(first, path)
    await second.tab.getByText('You had this page open in another tab.').waitFor()
    await field(second.tab).getByText('From the first tab.').waitFor()
    await first.tab.getByText('You edit this page in another tab.').waitFor()
    await second.tab.keyboard.press('Control+End')
    await second.tab.keyboard.type(' From the second.')
    await state(second.tab, SAVED)
    await connect()
    expect(await stored(id)).toBe('Start.\nFrom the first tab. From the second.')
  })

  it('is offered as a draft where others have changed the page since, and is merged if it is kept', async () => {
    const { id, path } = await write('Draft', 'One.\n\nTwo.\n')
    const person = await edit(bo, path)
    await cutOff(person.tab)
    await person.tab.keyboard.type('Three.')
    await state(person.tab, 'Not saved, retrying')
    await crash(person)
    await changeContent(other, ann, space, [
      { operation: 'update_page', page: id, document: { markdown: 'Uno.\n\nTwo.\n' } },
    ])
    const again = await Person.in(person.tab.context(), t.origin)
    await again.tab.goto(`${t.origin}/app/s/${space}/${path}?edit`)
    await again.tab.getByRole('heading', { name: /^You have a draft of / }).waitFor()
    await again.expectAccessible()
    await again.press('Keep')
    await state(again.tab, SAVED)
    expect(await stored(id)).toBe('Uno.\n\nTwo.\nThree.')
    expect(again.complaints).toEqual([])
  })

  it('makes a change request in a space that requires one, and the address follows', async () => {
    const { id: locked } = (await call(
      ann,
      'POST',
      `/orgs/${(await call(ann, 'GET', `/spaces/${space}`)).organization}/spaces`,
      {
        title: 'Locked',
      },
    )) as { id: string }
    await insertPages(t, ann, locked, [{ title: 'Rules', markdown: 'One.\n' }])
    await call(ann, 'PATCH', `/spaces/${locked}`, { editMode: 'locked' })
    const person = await open(bo, `s/${locked}/rules?edit`)
    const { tab } = person
    await field(tab).waitFor()
    await tab.keyboard.press('Control+End')
    await tab.keyboard.type('Two.')
    await tab.waitForURL(`**/s/${locked}/changes/1/rules?edit`)
    await tab.keyboard.type(' Three.')
    await state(tab, SAVED)
    await person.press('Done')
    await tab.getByRole('main').getByText('One. Two. Three.').waitFor()
    expect(new URL(tab.url()).pathname).toBe(`/app/s/${locked}/changes/1/rules`)
    expect(person.complaints).toEqual([])
  })
})
