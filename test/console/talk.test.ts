import { describe, expect, it } from 'vitest'
import happenings from '../../src/generated/console/useHappeningsQuery.graphql.ts'
import threads from '../../src/generated/console/useThreadsQuery.graphql.ts'
import type { Person } from '../browser/person.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { queried } from '../support/graphql-request.ts'
import { statementsOf } from '../support/statements.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, cy, di, space, call } = await buildHandbook(t)

interface Proposed {
  id: string
  at: string
  path: string
}

/** A change request of Bo, and the address of its conversation. */
async function propose(subject: string): Promise<Proposed> {
  const { id, number } = (await call(bo, 'POST', `/spaces/${space}/change-requests`, { subject })) as {
    id: string
    number: number
  }
  return { id, at: `/spaces/${space}/change-requests/${id}`, path: `s/${space}/changes/${number}?view=talk` }
}

const comment = async ({ at }: Proposed, markdown: string, more: object = {}) =>
  (await call(ann, 'POST', `${at}/comments`, { body: { markdown }, ...more })) as { id: string }

const shows = ({ tab }: Person, text: string) =>
  tab.getByRole('article').getByText(text, { exact: true }).first().waitFor()
const hides = ({ tab }: Person, text: string) =>
  tab.getByRole('article').getByText(text, { exact: true }).waitFor({ state: 'detached' })
const countOf = ({ tab }: Person, text: string) =>
  tab.getByRole('main').getByText(text, { exact: true }).count()

/** Writes into the field with this name, and sends it with the keyboard. */
async function write({ tab }: Person, label: string, text: string): Promise<void> {
  await tab.getByRole('textbox', { name: label }).last().fill(text)
  await tab.keyboard.press('Control+Enter')
}

async function reply(person: Person, text: string): Promise<void> {
  await person.tab.getByRole('button', { name: 'Write a reply' }).first().click()
  await write(person, 'Write a reply', text)
}

/** Loads the page again with a socket that can be cut, and that can come back with a cursor the server no longer knows. */
async function cuttable({ tab }: Person) {
  let isCut = false
  let isCursorLost = false
  const ends = new Set<() => void>()
  await tab.routeWebSocket('**/graphql', (page) => {
    if (isCut) return void page.close().catch(() => {})
    const server = page.connectToServer()
    ends.add(() => {
      for (const side of [page, server]) void side.close().catch(() => {})
    })
    page.onMessage((message) => {
      const text = String(message)
      const isResumed = isCursorLost && text.includes('spaceActivity') && /"after":"[^"]+"/.test(text)
      if (isResumed) isCursorLost = false
      server.send(isResumed ? text.replace(/"after":"[^"]+"/, '"after":"unknown"') : text)
    })
  })
  await tab.reload()
  return {
    cut: () => {
      isCut = true
      for (const end of ends) end()
      ends.clear()
    },
    restore: (how: { isCursorLost?: boolean } = {}) => {
      isCursorLost = how.isCursorLost ?? false
      isCut = false
    },
  }
}

describe.skipIf(hasNoBrowser)(`the conversation of a change request${browserNote}`, () => {
  it('is the same for two people on two nodes, whatever either of them does', async () => {
    const { path } = await propose('Shorten the guide')
    const [one, two] = await Promise.all([open(ann, path), open(cy, path, other)])
    await Promise.all(
      [one, two].map(({ tab }) => tab.getByRole('textbox', { name: 'Write a comment' }).waitFor()),
    )
    await one.tab.getByRole('heading', { level: 1 }).click()
    await one.tab.keyboard.press('c')
    await one.tab.keyboard.type('Does it work on Windows?')
    await one.tab.keyboard.press('Control+Enter')
    await shows(two, 'Does it work on Windows?')
    await reply(two, 'It does.')
    await shows(one, 'It does.')

    const react = one.tab.getByRole('button', { name: 'Add a reaction' }).last()
    await react.focus()
    await one.tab.keyboard.press('Enter')
    await one.tab.getByRole('menuitem', { name: '👍' }).waitFor()
    await one.tab.keyboard.press('ArrowRight')
    await one.tab.keyboard.press('Enter')
    await two.tab.getByRole('button', { name: '👎, 1 person' }).click()
    await one.tab.getByRole('button', { name: '👎, 2 people', pressed: true }).waitFor()

    await two.tab.getByRole('button', { name: 'Actions for the comment by Cy Miller' }).click()
    await two.tab.getByRole('menuitem', { name: 'Edit' }).click()
    await write(two, 'Text of the comment', 'It does, since 1803.')
    await shows(one, 'It does, since 1803.')

    await one.tab.getByRole('button', { name: 'Resolve', exact: true }).click()
    await shows(two, 'Resolved by Ann Smith')
    await one.tab.getByText('Resolved by Ann Smith').click()
    await one.tab.getByRole('button', { name: 'Reopen' }).click()
    await hides(two, 'Resolved by Ann Smith')

    await two.tab.getByRole('button', { name: 'Actions for the comment by Cy Miller' }).click()
    await two.tab.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = two.tab.getByRole('dialog', { name: 'Delete the reply?' })
    await dialog.getByLabel('Type “delete” to confirm').fill('delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await hides(one, 'It does, since 1803.')
    expect([
      await countOf(one, 'Does it work on Windows?'),
      await countOf(two, 'Does it work on Windows?'),
    ]).toEqual([1, 1])
    expect([one.complaints, two.complaints, one.strangers]).toEqual([[], [], []])
  })

  it('sends what was written without a connection once it is back, and catches up, nothing twice', async () => {
    const proposed = await propose('Cut')
    const first = await comment(proposed, 'Before the cut.')
    const person = await open(cy, proposed.path, other)
    await shows(person, 'Before the cut.')
    await person.tab.context().setOffline(true)
    await reply(person, 'Written without a connection.')
    await person.tab.getByText('Not sent, retrying').waitFor()
    await call(ann, 'POST', `${proposed.at}/comments/${first.id}/replies`, {
      body: { markdown: 'Meanwhile.' },
    })
    // A reload does not lose it either.
    await person.tab.context().setOffline(false)
    await person.tab.reload()
    await shows(person, 'Meanwhile.')
    await person.tab.getByText('Not sent, retrying').waitFor({ state: 'detached' })
    await shows(person, 'Written without a connection.')
    const { items } = (await call(ann, 'GET', `${proposed.at}/comments/${first.id}/replies`)) as {
      items: { body: { markdown: string } }[]
    }
    expect(items.map(({ body }) => body.markdown).sort()).toEqual([
      'Meanwhile.',
      'Written without a connection.',
    ])
    expect(await countOf(person, 'Written without a connection.')).toBe(1)
  })

  it('is caught up in place after a lost socket, also beyond the cursor, without loss or doubles', async () => {
    const proposed = await propose('Lost socket')
    const first = await comment(proposed, 'Before the cut.')
    const person = await open(cy, proposed.path, other)
    const socket = await cuttable(person)
    await shows(person, 'Before the cut.')
    const live = person.tab.getByRole('status').getByText('Live').first()
    const lost = person.tab.getByRole('status').getByText('Reconnecting').first()
    await live.waitFor()
    await person.tab.evaluate(() => Object.assign(window, { isSame: true }))
    const replyTo = (id: string, markdown: string) =>
      call(ann, 'POST', `${proposed.at}/comments/${id}/replies`, { body: { markdown } })

    socket.cut()
    await lost.waitFor()
    await comment(proposed, 'While it was cut.')
    await replyTo(first.id, 'A reply in the cut.')
    expect(await countOf(person, 'While it was cut.')).toBe(0)
    socket.restore()
    for (const text of ['While it was cut.', 'A reply in the cut.']) await shows(person, text)
    await live.waitFor()

    // What cannot be resumed is read again.
    const resolved = await comment(proposed, 'Resolved later.')
    await shows(person, 'Resolved later.')
    socket.cut()
    await lost.waitFor()
    await comment(proposed, 'Beyond the cursor.')
    await replyTo(first.id, 'A reply beyond the cursor.')
    await call(ann, 'PUT', `${proposed.at}/comments/${resolved.id}`, { resolved: true })
    socket.restore({ isCursorLost: true })
    for (const text of ['Beyond the cursor.', 'A reply beyond the cursor.']) await shows(person, text)
    await shows(person, 'Resolved by Ann Smith')
    await live.waitFor()
    await comment(proposed, 'Live again.')
    await shows(person, 'Live again.')
    const texts = [
      'Before the cut.',
      'While it was cut.',
      'A reply in the cut.',
      'Beyond the cursor.',
      'A reply beyond the cursor.',
      'Live again.',
    ]
    expect(await Promise.all(texts.map((text) => countOf(person, text)))).toEqual(texts.map(() => 1))
    // The page was not loaded again.
    expect(await person.tab.evaluate(() => 'isSame' in window)).toBe(true)
    expect(person.complaints).toEqual([])
  })

  it('gets what a closed tab could not send, wherever the person is', async () => {
    const proposed = await propose('Closed tab')
    const first = await comment(proposed, 'Is anybody there?')
    const person = await open(cy, '')
    await person.tab.getByRole('heading', { level: 1 }).waitFor()
    await person.tab.evaluate(
      ({ viewer, entries }) => localStorage.setItem(`quire-outbox:${viewer}`, JSON.stringify(entries)),
      {
        viewer: cy.user.id,
        entries: [
          {
            key: crypto.randomUUID(),
            target: `comment:${space}:${proposed.id}::`,
            text: 'A comment left behind.',
            state: 'retrying',
          },
          {
            key: crypto.randomUUID(),
            target: `reply:${first.id}`,
            text: 'A reply left behind.',
            state: 'retrying',
          },
        ],
      },
    )
    await person.tab.reload()
    const watching = await open(ann, proposed.path, other)
    for (const text of ['A comment left behind.', 'A reply left behind.']) {
      await shows(watching, text)
      expect(await countOf(watching, text)).toBe(1)
    }
    await person.tab.waitForFunction(
      (viewer) => localStorage.getItem(`quire-outbox:${viewer}`) === null,
      cy.user.id,
    )
  })

  it('keeps a draft over a reload, mentions people, and previews', async () => {
    const { path } = await propose('Draft')
    const person = await open(cy, path)
    const field = person.tab.getByRole('textbox', { name: 'Write a comment' })
    await field.pressSequentially('Ask @bo')
    await person.tab.getByRole('option', { name: 'Bo Chen' }).waitFor()
    await person.tab.keyboard.press('Enter')
    await field.pressSequentially('**now**')
    const typed = `Ask [@Bo Chen](/users/${bo.user.id} "mention") **now**`
    expect(await field.inputValue()).toBe(typed)
    await person.tab.reload()
    await person.tab.waitForFunction(
      (expected) => document.querySelector('textarea')?.value === expected,
      typed,
    )
    await person.press('Preview')
    await person.tab.locator('strong', { hasText: 'now' }).waitFor()
    await person.press('Comment')
    await person.tab.getByRole('article').locator('strong', { hasText: 'now' }).waitFor()
    await person.tab.reload()
    await person.tab.getByRole('article').first().waitFor()
    expect(await field.inputValue()).toBe('')
    expect(person.complaints).toEqual([])
  })

  it('shows threads on blocks, reviews between them, and only what the person may do', async () => {
    const proposed = await propose('Blocks')
    const { pages } = (await call(ann, 'GET', `/spaces/${space}/content`)) as { pages: { id: string }[] }
    const page = pages[2]?.id ?? ''
    const { document: text } = (await call(
      ann,
      'GET',
      `${proposed.at}/content/page/${page}?format=document`,
    )) as {
      document: { nodes: { type: string; key: string }[] }
    }
    const node = text.nodes.find(({ type }) => type === 'paragraph')?.key
    const thread = await comment(proposed, 'Which <script>alert(1)</script> server?', { page, node })
    for (let count = 0; count < 8; count++) {
      await call(ann, 'POST', `${proposed.at}/comments/${thread.id}/replies`, {
        body: { markdown: `Reply ${count}` },
      })
    }
    await call(bo, 'POST', `${proposed.at}/content`, {
      changes: [
        {
          operation: 'update_page',
          page,
          document: { markdown: '# Upgrade\n\nStop the server and start it again.\n' },
        },
      ],
    })
    await call(ann, 'POST', `${proposed.at}/reviews`, {
      status: 'approved',
      comment: { markdown: 'Fine with me.' },
    })
    await call(bo, 'PATCH', proposed.at, { status: 'open' })
    const person = await open(di, `${proposed.path}#${thread.id}`)
    const named = person.tab.locator(`#${thread.id}`)
    await named.waitFor()
    expect(await named.getAttribute('data-marked')).toBe('true')
    await person.tab.getByText('On an earlier version').click()
    await person.tab.getByText('Stop the server and start it again.').waitFor()
    await person.tab.getByText('approved the changes').waitFor()
    await person.tab.getByText('opened it for review').waitFor()
    await call(bo, 'PATCH', proposed.at, { status: 'draft' })
    await person.tab.getByText('made it a draft again').waitFor()
    await person.tab.getByRole('button', { name: 'Show 3 earlier replies' }).click()
    await shows(person, 'Reply 0')
    await person.tab.keyboard.press('n')
    const focused = () => person.tab.evaluate(() => document.activeElement?.getAttribute('data-thread'))
    const before = await focused()
    await person.tab.keyboard.press('n')
    expect([before, await focused()].map((id) => id?.slice(0, 4))).toEqual(['cmt_', 'cmt_'])
    expect(await focused()).not.toBe(before)
    await person.tab.getByRole('button', { name: 'Resolved 0' }).click()
    await person.tab.getByText('There are no such threads.').waitFor()
    await person.press('All 2')
    expect(await person.tab.getByRole('textbox').count()).toBe(0)
    expect(await person.tab.getByRole('button', { name: /Resolve$|Reply|Add a reaction/ }).count()).toBe(0)
    await person.expectAccessible()
    expect(person.complaints).toEqual([])

    const [commented] = await Promise.all([open(cy, proposed.path)])
    await commented.tab.getByRole('button', { name: 'Write a reply' }).first().click()
    await commented.expectAccessible()

    const variables = {
      space,
      changeRequest: proposed.id,
      isProposed: true,
      page: null,
      status: ['ALL'],
      after: null,
    }
    const read = await statementsOf(t, () => queried(t, ann, threads.params.text ?? '', variables))
    const happened = await statementsOf(t, () =>
      queried(t, ann, happenings.params.text ?? '', { id: proposed.id }),
    )
    expect(read.length).toBeLessThanOrEqual(7)
    expect(happened.length).toBeLessThanOrEqual(7)
  })
})
