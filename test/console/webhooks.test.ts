import { execFileSync, spawnSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import webhookScreenQuery from '../../src/generated/console/WebhookScreenQuery.graphql.ts'
import webhooksScreenQuery from '../../src/generated/console/WebhooksScreenQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { startReceiver } from '../support/receiver.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const receiver = await startReceiver(() => ({ status: 200, body: 'thank you' }))
afterAll(() => receiver.close())
const { t, other, open } = await consoleForFile({ OUTBOUND_ALLOW: receiver.host })
const { ann, bo, organization, call } = await buildHandbook(t)

type Verify = (body: string, headers: object, secret: string) => boolean

const hasNoPython = spawnSync('python3', ['--version']).status !== 0
if (hasNoPython && process.env.CI) throw new Error('Install python3: CI requires it.')

/** What the sample says of a delivery, and of one with another body. */
function pythonVerifies(sample: string, sent: { raw: string; headers: object }, secret: string): string {
  if (hasNoPython) return 'no Python'
  const program = `${sample}
import json, sys
given = json.load(sys.stdin)
headers = {name.title(): value for name, value in given["headers"].items()}
body = given["raw"].encode()
print(is_from_quire(body, headers, given["secret"]), is_from_quire(body + b" ", headers, given["secret"]))
`
  const input = JSON.stringify({ ...sent, secret })
  return execFileSync('python3', ['-c', program], { input, encoding: 'utf8' }).trim()
}

/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000 }

describe.skipIf(hasNoBrowser)(`the webhooks of an organization${browserNote}`, () => {
  it('are created with the keyboard, and show what they sent and what was answered', async () => {
    const person = await open(ann, `o/${organization}/webhooks`)
    const { tab } = person
    await tab.getByText('No webhooks yet.').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    const watcher = await open(ann, `o/${organization}/webhooks`, other)
    await watcher.tab.getByText('No webhooks yet.').waitFor()

    await tab.keyboard.press('c')
    const dialog = tab.getByRole('dialog')
    await dialog.getByLabel('Address', { exact: true }).fill(receiver.url)
    await dialog.getByLabel('Search the types').fill('collection.created')
    await dialog.getByRole('checkbox', { name: 'Collection: created' }).check()
    await dialog.getByText('1 type of events').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'New webhook' }).press('Enter')
    const secret = await dialog.getByLabel('Secret of the webhook').inputValue()
    const [sample = '', python = ''] = await dialog.locator('pre').allInnerTexts()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'I stored it' }).press('Enter')
    await tab.waitForURL(/\/webhooks\/whk_/)
    await tab.getByText('Nothing was sent yet.').waitFor()
    await watcher.tab.getByRole('link', { name: receiver.url }).waitFor()

    const [sent] = await Promise.all([
      receiver.inbox.next(),
      tab.getByRole('button', { name: 'Send a test' }).press('Enter'),
    ])
    // The sample that the console shows verifies what was sent.
    const { isFromQuire } = (await import(`data:text/javascript,${encodeURIComponent(sample)}`)) as {
      isFromQuire: Verify
    }
    expect(isFromQuire(sent.raw, sent.headers, secret)).toBe(true)
    expect(isFromQuire(`${sent.raw} `, sent.headers, secret)).toBe(false)
    expect(pythonVerifies(python, sent, secret)).toBe(hasNoPython ? 'no Python' : 'True False')

    const deliveries = tab.getByRole('list', { name: 'Deliveries' })
    await expect
      .poll(async () => {
        await tab.getByRole('button', { name: 'Refresh' }).press('Enter')
        return deliveries.getByText('Delivered').count()
      }, PATIENT)
      .toBe(1)
    await deliveries.getByText('Request and answer').click()
    await deliveries.getByRole('region', { name: 'Answer' }).getByText('thank you').waitFor()
    await deliveries.getByRole('region', { name: 'Request' }).getByText('"type"').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    const [again] = await Promise.all([
      receiver.inbox.next(),
      tab.getByRole('button', { name: 'Send again: test' }).press('Enter'),
    ])
    expect(again.raw).toBe(sent.raw)

    await tab.getByRole('button', { name: 'Edit the webhook' }).press('Enter')
    await dialog.getByRole('checkbox', { name: 'Collection: deleted' }).check()
    await dialog.getByLabel('Events of').selectOption({ label: 'Handbook' })
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await tab.getByText('Collection: created, Collection: deleted').waitFor()
    await tab.locator('#content').getByText('Handbook', { exact: true }).waitFor()
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await tab.getByText('The whole organization').waitFor()

    await tab.getByRole('button', { name: 'Pause' }).click()
    await tab.getByText('Paused', { exact: true }).waitFor()
    await tab.getByRole('button', { name: 'Undo' }).last().click()
    await tab.getByRole('button', { name: 'Pause' }).waitFor()
    await tab.getByRole('button', { name: 'Delete the webhook' }).click()
    await tab.getByLabel(`Type “${receiver.host}” to confirm`).fill(receiver.host)
    await tab.keyboard.press('Enter')
    await tab.getByText('No webhooks yet.').waitFor()
    await watcher.tab.getByText('No webhooks yet.').waitFor()
    expect([person.complaints, watcher.complaints, person.strangers]).toEqual([[], [], []])
  })

  it('are hidden from members who are no admins', async () => {
    const person = await open(bo, `o/${organization}/webhooks`)
    await person.heading('Nothing here')
    await person.tab.goto(`${t.origin}/app/o/${organization}/people`)
    await person.tab.getByRole('link', { name: 'Teams' }).waitFor()
    expect(await person.tab.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
    expect(person.complaints).toEqual([])
  })
})

describe('the documents about webhooks', () => {
  it('cost a constant number of statements', async () => {
    const add = async () =>
      String(
        (await call(ann, 'POST', `/orgs/${organization}/webhooks`, { url: receiver.url, active: false })).id,
      )
    const webhook = await add()
    const count = async () => [
      (await statementsOfDocument(t, ann, webhooksScreenQuery, { organization })).statements.length,
      (await statementsOfDocument(t, ann, webhookScreenQuery, { webhook, count: 20 })).statements.length,
    ]
    const before = await count()
    await add()
    await add()
    expect(await count()).toEqual(before)
    expect(Math.max(...before)).toBeLessThanOrEqual(6)
  })
})
