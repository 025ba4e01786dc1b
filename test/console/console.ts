import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, vi } from 'vitest'
import { Person } from '../browser/person.ts'
import { signedIn } from '../sessions/signing-in.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { hasNoBrowser, launchBrowser } from '../support/browser.ts'
import type { Person as Account } from '../support/factories.ts'

interface Console {
  t: TestApp
  /** Another node on the same database. */
  other: TestApp
  /** A tab of a browser in which somebody is signed in, at a path below `/app/`. */
  open: (who: Account, path: string, node?: TestApp, locale?: string) => Promise<Person>
}

/**
 * The console on two nodes, for all tests of the file that calls this at its top level. Everybody has last written in
 * the mode `editor`, if one is given.
 */
export async function consoleForFile(
  environment: Record<string, string> = {},
  { editor }: { editor?: 'rich' | 'markdown' } = {},
): Promise<Console> {
  // A browser has to start, which takes long on a busy machine.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  const t = await startApp({ environment: { RUN_JOBS: 'true', ...environment } })
  const other = await startApp({ environment: { RUN_JOBS: 'true', ...environment }, sharing: t, apart: true })
  let browser: Browser
  beforeAll(async () => {
    if (!hasNoBrowser) browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await other.close()
    await t.close()
  })
  const cookies = new Map<string, ReadonlyMap<string, string>>()
  const cookiesOf = async ({ user }: Account) => {
    const known = cookies.get(user.id)
    if (known) return known
    const { displayName } = await t.db.database.prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    const made = (await signedIn(t, user.id, undefined, displayName)).browser.cookies
    cookies.set(user.id, made)
    return made
  }
  const open: Console['open'] = async (who, path, node = t, locale = 'en-US') => {
    const localStorage = editor ? [{ name: 'quire-editor-mode', value: editor }] : []
    const storageState = { cookies: [], origins: [{ origin: node.origin, localStorage }] }
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale, storageState })
    const pairs = [...(await cookiesOf(who))]
    await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: `${node.origin}/` })))
    const person = await Person.in(context, node.origin)
    await person.tab.goto(`${node.origin}/app/${path}`)
    return person
  }
  return { t, other, open }
}
