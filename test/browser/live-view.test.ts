import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventCursor } from '../../src/core/events/event-cursor.ts'
import type { LoggedEvent } from '../../src/core/events/events.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { browserNote, hasNoBrowser, launchBrowser, openTab } from '../support/browser.ts'
import type { Person } from '../support/factories.ts'
import { ask, post } from '../support/live.ts'
import { type Relay, startRelay } from '../support/relay.ts'
import { callRest } from '../support/rest-api.ts'
import { typeErrorsOf } from '../support/type-check.ts'

// A browser has to start, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

/** The program in docs/live-views.md: its code blocks, unchanged. */
const program = [...textOf('docs/live-views.md').matchAll(/```ts\n([\s\S]*?)```/g)]
  .map(([, code]) => code ?? '')
  .join('\n')

/** A second view on the same connection, which collects the cursors of its events. */
const collector = `
const cursors: string[] = []
Object.assign(window, { cursors })
openLiveView({
  connection,
  subscription: \`subscription ($spaceId: ID!, $after: String) {
    spaceActivity(spaceId: $spaceId, after: $after) { cursor }
  }\`,
  variables: { spaceId },
  readCursor,
  readSnapshot: async () => {},
  onEvent: ({ cursor }) => cursors.push(cursor),
}).ended.catch(() => {})
`

const client = join(projectRoot, 'src/client/index.ts')

it('the program of the guide compiles in a browser project', async () => {
  const text = (program + collector).replace("'@quire/client'", `'${client}'`)
  expect(await typeErrorsOf({ 'comments.ts': text })).toEqual([])
})

describe.skipIf(hasNoBrowser)(`the program of the guide in a browser${browserNote}`, () => {
  let browser: Browser
  let t: TestApp
  /** The server that the browser connects to, through the relay. */
  let node: TestApp
  let relay: Relay
  let script: string
  let organizationId: string
  let author: Person
  let spaceId: string

  beforeAll(async () => {
    const bundle = await build({
      stdin: { contents: program + collector, resolveDir: projectRoot, loader: 'ts' },
      alias: { '@quire/client': client },
      bundle: true,
      format: 'iife',
      write: false,
    })
    script = bundle.outputFiles[0]?.text ?? ''
    t = await startApp()
    organizationId = (await t.build.buildOrganization()).id
    author = await t.build.buildPerson({ organizationId, role: 'edit' })
    relay = await startRelay(0)
    await start()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await relay?.close()
    await node?.close()
    await t?.close()
  })

  const portOf = ({ origin }: TestApp) => Number(new URL(origin).port)

  /** Stops the server that the browser connects to, and starts another at the same address. */
  async function restart(): Promise<void> {
    await node.close()
    await start()
  }

  async function start(): Promise<void> {
    node = await startApp({ sharing: t })
    relay.target = portOf(node)
  }

  /** A tab for the list of a new space. */
  async function openPage(transport: string, { token }: { token: string } = author): Promise<Page> {
    spaceId = (await t.build.buildSpace({ organizationId })).id
    const { page } = await openTab(browser)
    // Any page of the server, because Chromium allows connections to a local address only from one.
    await page.goto(`http://127.0.0.1:${relay.port}/healthz?transport=${transport}&space=${spaceId}`)
    await page.evaluate("document.body.innerHTML = '<ul></ul><output></output>'")
    await page.evaluate(`sessionStorage.setItem('token', '${token}')`)
    return page
  }

  async function openView(transport: string, viewer: { token: string } = author): Promise<Page> {
    const page = await openPage(transport, viewer)
    await write('first')
    await page.addScriptTag({ content: script })
    await untilShown(page, 'first')
    return page
  }

  const write = (text: string) => post(t, author.token, { spaceId, text })
  const shownBy = (page: Page) => page.locator('li').allTextContents()
  const untilShown = (page: Page, text: string) =>
    page.locator('li').getByText(text, { exact: true }).waitFor()
  const untilSaid = (page: Page, text: RegExp) => page.locator('output').getByText(text).waitFor()

  const edit = (commentId: string, markdown: string) =>
    ask(t, author.token, {
      query: 'mutation ($input: UpdateCommentInput!) { updateComment(input: $input) { comment { id } } }',
      variables: { input: { commentId, body: { markdown } } },
    })
  const remove = (commentId: string) =>
    ask(t, author.token, {
      query: 'mutation ($input: DeleteCommentInput!) { deleteComment(input: $input) { deletedId } }',
      variables: { input: { commentId } },
    })

  /** The cursors of the event log of the space, in order. */
  async function log(): Promise<string[]> {
    const events = await t.db.database.prisma.event.findMany({
      where: { spaceId },
      orderBy: { position: 'asc' },
    })
    return events.map((event) => eventCursor(event as LoggedEvent))
  }

  describe.each(['websocket', 'sse'])('over %s', (transport) => {
    it('shows every change once through cuts of the connection and restarts of the server', async () => {
      const page = await openView(transport)
      const [edited, removed] = [await write('to edit'), await write('to remove')]
      const expected = ['first']
      const add = async (text: string) => {
        await write(text)
        expected.push(text)
      }
      const faults = { cut: () => relay.cut(), restart, 'second cut': () => relay.cut() }
      for (const [name, fault] of Object.entries(faults)) {
        await add(`before the ${name}`)
        await untilShown(page, `before the ${name}`)
        await Promise.all([fault(), add(`during the ${name}`)])
        await edit(edited, `edited after the ${name}`)
        await add(`after the ${name}`)
        await untilShown(page, `after the ${name}`)
      }
      await remove(removed)
      await add('the end')
      await untilShown(page, 'the end')
      expect((await shownBy(page)).sort()).toEqual([...expected, 'edited after the second cut'].sort())
      const all = await log()
      await vi.waitFor(async () => expect(await page.evaluate('cursors.at(-1)')).toBe(all.at(-1)))
      // The first comment was posted before the page was opened.
      expect(await page.evaluate('cursors')).toEqual(all.slice(1))
      await page.close()
    })

    it('misses nothing that happens around the snapshot', async () => {
      const page = await openPage(transport)
      const removed = await write('removed after the snapshot')
      await page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('comments(')) return route.continue()
        await write('between the cursor and the snapshot')
        const response = await route.fetch()
        await remove(removed)
        await write('between the snapshot and the subscription')
        await route.fulfill({ response })
      })
      await page.addScriptTag({ content: script })
      await untilShown(page, 'between the snapshot and the subscription')
      expect((await shownBy(page)).sort()).toEqual([
        'between the cursor and the snapshot',
        'between the snapshot and the subscription',
      ])
      await page.close()
    })

    it('signs in again with a renewed token, and ends when there is none', async () => {
      const [old, renewed] = [
        await t.build.buildToken({ userId: author.user.id }),
        await t.build.buildToken({ userId: author.user.id }),
      ]
      const revoke = ({ row }: typeof old) => callRest(t, author, 'DELETE', `/user/tokens/${row.id}`)
      const page = await openView(transport, old)
      await page.evaluate(`sessionStorage.setItem('token', '${renewed.token}')`)
      await revoke(old)
      await write('with the renewed token')
      await untilShown(page, 'with the renewed token')
      await revoke(renewed)
      await untilSaid(page, /./)
      await page.close()
    })

    it('reads a new snapshot when its cursor is older than the log', async () => {
      const page = await openView(transport)
      relay.target = 1
      relay.cut()
      await write('while the page was away')
      await t.db.database.prisma.$executeRaw`INSERT INTO "EventLog" ("organizationId", "removedTo")
        SELECT "organizationId", max("position") FROM "Event" WHERE "organizationId" = ${organizationId} GROUP BY 1
        ON CONFLICT ("organizationId") DO UPDATE SET "removedTo" = excluded."removedTo"`
      relay.target = portOf(node)
      await untilShown(page, 'while the page was away')
      await write('and from then on')
      await untilShown(page, 'and from then on')
      await page.close()
    })

    it('notices a network that has gone silent', async () => {
      const page = await openPage(transport)
      await page.clock.install()
      await write('first')
      await page.addScriptTag({ content: script })
      await untilShown(page, 'first')
      relay.silent = true
      await write('in silence')
      await page.clock.fastForward(16_000)
      await page.clock.fastForward(16_000)
      relay.silent = false
      await page.clock.fastForward(1_000)
      await untilShown(page, 'in silence')
      await page.close()
    })

    it('ends with the reason when access is lost', async () => {
      const reader = await t.build.buildPerson({ organizationId, role: 'read' })
      const page = await openView(transport, reader)
      await t.db.database.prisma.member.updateMany({
        where: { userId: reader.user.id },
        data: { disabled: true },
      })
      await write('not for them')
      await untilSaid(page, /./)
      expect(await shownBy(page)).toEqual(['first'])
      await page.close()
    })
  })
})
