import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** Whether a page that is shown is wider than the window. */
export async function isWiderThanWindow(page: Page): Promise<string[]> {
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  return isWider ? ['It is wider than the window.'] : []
}

/** What is wrong with a page that is shown: rules of axe that it violates, and whether it is wider than the window. */
export async function failuresOf(page: Page): Promise<string[]> {
  const violations = await page.evaluate<Violation[]>(
    `${axe};axe.run(document).then(({ violations }) => violations)`,
  )
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`),
    ...(await isWiderThanWindow(page)),
  ]
}
