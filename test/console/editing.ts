import type { Page } from 'playwright-core'
import type { Person } from '../browser/person.ts'

/** The text of the page that is being edited. */
export const field = (tab: Page) => tab.getByRole('textbox', { name: /^Text of / })

/** Waits until the editor says this about the text. */
export const state = (tab: Page, text: string | RegExp) => tab.getByRole('status').getByText(text).waitFor()

export const SAVED = /^Saved \d/

/** Ends the process of a tab as a fault does: nothing in it is told. */
export async function crash({ tab }: Person): Promise<void> {
  const cdp = await tab.context().newCDPSession(tab)
  const crashed = new Promise((resolve) => tab.once('crash', resolve))
  cdp.send('Page.crash').catch(() => {})
  await crashed
}

/** Cuts a tab off from the API, and returns what connects it again. */
export async function cutOff(tab: Page): Promise<() => Promise<void>> {
  await tab.route('**/graphql', (route) => route.abort())
  return () => tab.unroute('**/graphql')
}
