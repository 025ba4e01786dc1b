import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A tab in a browser of its own, with what went wrong in it. */
export class Person {
  readonly tab: Page
  readonly complaints: string[] = []
  readonly strangers: string[] = []

  constructor(tab: Page, origin: string) {
    this.tab = tab
    tab.setDefaultTimeout(30_000)
    tab.on('pageerror', (error) => this.complaints.push(error.message))
    tab.on('console', (message) => {
      // What the server rejects is shown in the page; the browser notes it as well.
      if (message.type() === 'error' && !/^Failed to load resource: .* status of 4/.test(message.text())) {
        this.complaints.push(message.text())
      }
    })
    tab.on('request', (request) => {
      if (!request.url().startsWith(origin)) this.strangers.push(request.url())
    })
  }

  static async in(context: BrowserContext, origin: string): Promise<Person> {
    return new Person(await context.newPage(), origin)
  }

  heading(name: string): Promise<void> {
    return this.tab.getByRole('heading', { name, level: 1 }).waitFor()
  }

  async fill(fields: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      await this.tab.getByLabel(label, { exact: true }).fill(value)
    }
  }

  press(name: string): Promise<void> {
    return this.tab.getByRole('button', { name, exact: true }).click()
  }

  /** Takes back what the newest message tells. */
  undo(): Promise<void> {
    return this.tab.getByRole('button', { name: 'Undo', exact: true }).last().click()
  }

  /** The page is accessible at all widths, light and dark, and does not scroll sideways. */
  async expectAccessible(widths: readonly number[] = [320, 1280]): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.tab.emulateMedia({ colorScheme })
      for (const width of widths) {
        await this.tab.setViewportSize({ width, height: 800 })
        const overflow = await this.tab.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        // Playwright evaluates it apart from the page, whose policy allows no such script.
        const violations: unknown = await this.tab.evaluate(
          `${axe};axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
        )
        const where = `${this.tab.url()} at ${width} px, ${colorScheme}`
        expect([where, overflow, violations]).toEqual([where, 0, []])
      }
    }
  }
}

/** Signs out with the menu of the account at the foot of the left column. */
export async function signOut({ tab }: Person): Promise<void> {
  await tab.setViewportSize({ width: 1280, height: 800 })
  await tab.getByRole('navigation').locator('button[aria-haspopup=menu]').last().click()
  await tab.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** An authenticator in the browser, which confirms whatever it is asked. */
export async function addAuthenticator({ tab }: Person): Promise<void> {
  const cdp = await tab.context().newCDPSession(tab)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
