import { describe, expect, it } from 'vitest'
import { account as deAccount } from '../../src/console/app/texts/de/account.ts'
import * as deAdministration from '../../src/console/app/texts/de/administration.ts'
import { collections as deCollections } from '../../src/console/app/texts/de/collections.ts'
import { commands as deCommands } from '../../src/console/app/texts/de/commands.ts'
import * as deGit from '../../src/console/app/texts/de/git.ts'
import { de as deFirst } from '../../src/console/app/texts/de/index.ts'
import * as deManaging from '../../src/console/app/texts/de/managing.ts'
import * as dePrograms from '../../src/console/app/texts/de/programs.ts'
import { publishing as dePublishing } from '../../src/console/app/texts/de/publishing.ts'
import { search as deSearch } from '../../src/console/app/texts/de/search.ts'
import { account as enAccount } from '../../src/console/app/texts/en/account.ts'
import * as enAdministration from '../../src/console/app/texts/en/administration.ts'
import { collections as enCollections } from '../../src/console/app/texts/en/collections.ts'
import { commands as enCommands } from '../../src/console/app/texts/en/commands.ts'
import * as enGit from '../../src/console/app/texts/en/git.ts'
import { en as enFirst } from '../../src/console/app/texts/en/index.ts'
import * as enManaging from '../../src/console/app/texts/en/managing.ts'
import * as enPrograms from '../../src/console/app/texts/en/programs.ts'
import { publishing as enPublishing } from '../../src/console/app/texts/en/publishing.ts'
import { search as enSearch } from '../../src/console/app/texts/en/search.ts'
import { account as jaAccount } from '../../src/console/app/texts/ja/account.ts'
import * as jaAdministration from '../../src/console/app/texts/ja/administration.ts'
import { collections as jaCollections } from '../../src/console/app/texts/ja/collections.ts'
import { commands as jaCommands } from '../../src/console/app/texts/ja/commands.ts'
import * as jaGit from '../../src/console/app/texts/ja/git.ts'
import { ja as jaFirst } from '../../src/console/app/texts/ja/index.ts'
import * as jaManaging from '../../src/console/app/texts/ja/managing.ts'
import * as jaPrograms from '../../src/console/app/texts/ja/programs.ts'
import { publishing as jaPublishing } from '../../src/console/app/texts/ja/publishing.ts'
import { search as jaSearch } from '../../src/console/app/texts/ja/search.ts'
import { de as dePages } from '../../src/console/pages/texts/de.ts'
import { en as enPages } from '../../src/console/pages/texts/en.ts'
import { ja as jaPages } from '../../src/console/pages/texts/ja.ts'
import type { Person } from '../browser/person.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile()
const book = await buildHandbook(t)
const { id: site } = await book.call(book.ann, 'POST', `/orgs/${book.organization}/sites`, {
  title: 'Handbuch',
  spaces: [book.space],
})

const en = {
  ...enFirst,
  ...enAdministration,
  ...enGit,
  ...enManaging,
  ...enPrograms,
  ...enPublishing,
  account: enAccount,
  collections: enCollections,
  commands: enCommands,
  search: enSearch,
  pages: enPages,
}
const de = {
  ...deFirst,
  ...deAdministration,
  ...deGit,
  ...deManaging,
  ...dePrograms,
  ...dePublishing,
  account: deAccount,
  collections: deCollections,
  commands: deCommands,
  search: deSearch,
  pages: dePages,
}
const ja = {
  ...jaFirst,
  ...jaAdministration,
  ...jaGit,
  ...jaManaging,
  ...jaPrograms,
  ...jaPublishing,
  account: jaAccount,
  collections: jaCollections,
  commands: jaCommands,
  search: jaSearch,
  pages: jaPages,
}

/** What people have named so, in whatever language the interface is. */
const NAMES: ReadonlySet<string> = new Set(['Welcome', 'Install', 'Upgrade', 'Handbook', 'Acme'])

/** Stands in a text for what is filled in. */
const GAP = '\u0001'

/** All texts of a table, with gaps for what is filled in. */
function textsIn(table: unknown): string[] {
  if (typeof table === 'string') return [table.replace(/\{\w+\}/g, GAP)]
  if (typeof table === 'function') return textsIn(table(...Array(table.length).fill(GAP)))
  return typeof table === 'object' && table !== null ? Object.values(table).flatMap(textsIn) : []
}

/** The English texts that the language does not have as well, such as `Links`, as patterns. */
function foreignTo(language: object): RegExp[] {
  const own = new Set(textsIn(language))
  return textsIn(en)
    .filter((text) => !own.has(text) && /[a-z]{2}/i.test(text))
    .map((text) => text.split(GAP).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .map((parts) => new RegExp(`^${parts.join('.+')}$`))
}

/** What the interface says to eyes and to screen readers, without the texts of people. */
const saidBy = ({ tab }: Person): Promise<string[]> =>
  tab.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll(
      'body *:not(.text *, [dir=auto], script, noscript, noscript *)',
    )) {
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) if (node.nodeType === 3) found.push(node.textContent ?? '')
    }
    return found.map((text) => text.trim()).filter((text) => text !== '')
  })

describe.skipIf(hasNoBrowser).each([
  { locale: 'de-AT', table: de },
  { locale: 'ja-JP', table: ja },
])(`the console in a browser with the language $locale${browserNote}`, ({ locale, table }) => {
  it('has no English text of the interface on home, space, change request, site, account and the pages to sign in', async () => {
    const { number } = await book.call(book.ann, 'POST', `/spaces/${book.space}/change-requests`, {
      subject: 'Kürzer',
    })
    const foreign = foreignTo(table)
    const person = await open(book.ann, '', t, locale)
    const look = async (heading: string | RegExp) => {
      await person.tab.getByRole('heading', { level: 1, name: heading }).waitFor()
      await person.tab.waitForLoadState('networkidle')
      const said = await saidBy(person)
      expect(said.length).toBeGreaterThan(3)
      const english = said.filter((text) => !NAMES.has(text) && foreign.some((pattern) => pattern.test(text)))
      expect([person.tab.url(), english]).toEqual([person.tab.url(), []])
    }
    const goTo = (path: string) => person.tab.goto(`${t.origin}/app/${path}`)
    await look(table.home.title)
    expect(await person.tab.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2))
    await goTo(`s/${book.space}/`)
    await look('Welcome')
    await goTo(`s/${book.space}/changes/${number}`)
    await look(/Kürzer/)
    await goTo('account')
    await look(table.account.title)
    await goTo('start')
    await look(table.start.title)
    for (const view of ['', '/structure', '/theme', '/readers', '/redirects', '/settings']) {
      await goTo(`sites/${site}${view}`)
      await look('Handbuch')
    }
    for (const path of [
      'people',
      'invitations',
      'teams',
      'specs',
      'webhooks',
      'activity',
      'audit',
      'integrations',
      'settings',
    ]) {
      await goTo(`o/${book.organization}/${path}`)
      await look(path === 'invitations' ? table.people.invitations : 'Acme')
    }
    for (const [path, { title }] of [
      ['~access', table.access],
      ['~git', table.git],
      ['~settings', table.settings],
    ] as const) {
      await goTo(`s/${book.space}/${path}`)
      await look(title)
    }
    // Pages for those who are not signed in, and an address that a browser shows without its code.
    await person.tab.context().clearCookies()
    for (const [path, { title }] of [
      ['sign-in', { title: table.pages.signIn }],
      ['reset', table.pages.reset],
      ['setup', table.pages.setup],
      ['confirm', table.pages.confirm],
    ] as const) {
      await goTo(path)
      await look(title)
    }
    expect(person.complaints).toEqual([])
  })
})
