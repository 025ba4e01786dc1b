import type pg from 'pg'
import { openDatabase } from '../src/platform/database.ts'
import { fillSpace, foundOrganization } from './content-seed.ts'
import { newRandom } from './random.ts'

/** The number of pages that are searched, as in the target. */
export const SEARCHED_PAGES = 10_000

const VOCABULARY = 20_000
const SECTIONS = 6
const WORDS_PER_SECTION = 60
const SYLLABLES = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'la',
  'me',
  'ni',
  'po',
  'ru',
  'sta',
  'tre',
  'vi',
  'xo',
  'ka',
  'len',
]

/** A made-up word. The first ones are the most frequent: the n-th is used 1/n times as often as the first. */
export function wordAt(rank: number): string {
  const syllables: string[] = []
  for (let left = rank + SYLLABLES.length; left > 0; left = Math.floor(left / SYLLABLES.length)) {
    syllables.push(SYLLABLES[left % SYLLABLES.length] ?? '')
  }
  return syllables.join('')
}

/** Words with the frequencies of a language, the same in every run. */
function writer(seed: number): (count: number) => string {
  const random = newRandom(seed)
  const next = () => wordAt(Math.floor(VOCABULARY ** random()) - 1)
  return (count) => Array.from({ length: count }, next).join(' ')
}

/** A page with a hint, as most have, and every fifth one with words that depend on the reader. */
function pageAt(page: number): { title: string; text: string } {
  const words = writer(page + 1)
  const title = words(3)
  const sections = Array.from({ length: SECTIONS }, () => `## ${words(3)}\n\n${words(WORDS_PER_SECTION)}.`)
  const hint = `{% hint style="info" %}\n${words(20)}\n{% endhint %}`
  const seen = `{% if visitor.claims.plan == "pro" %}\n${words(20)}\n{% endif %}\n\n${words(10)} <code class="expression">space.vars.product</code>.`
  const parts = page % 5 === 0 ? [...sections, hint, seen] : [...sections, hint]
  return { title, text: `# ${title}\n\n${parts.join('\n\n')}\n` }
}

/** Creates the space once. */
export async function seedSearched(
  client: pg.Client,
  url: string,
  log: (line: string) => void,
): Promise<void> {
  await client.query('CREATE TABLE IF NOT EXISTS bench_searched (space text NOT NULL)')
  const { rowCount } = await client.query('SELECT 1 FROM bench_searched')
  if (rowCount) return
  const database = openDatabase({ url, poolSize: 2 })
  try {
    const { organizationId, userId } = await foundOrganization(database)
    log(`Filling a space of ${SEARCHED_PAGES} pages to search (once) …`)
    const space = await fillSpace(database, organizationId, userId, SEARCHED_PAGES, pageAt)
    await client.query('INSERT INTO bench_searched VALUES ($1)', [space])
    await client.query('VACUUM ANALYZE')
  } finally {
    await database.close()
  }
}
