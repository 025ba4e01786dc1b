import { randomBytes } from 'node:crypto'

const PER_FOLDER = 50
const PAGES_PER_FILE = 20
const SECTIONS = 3
const WORDS_PER_SECTION = 60
const VOCABULARY = 4_000

export const pathOf = (n: number) => `part-${Math.floor(n / PER_FOLDER)}/page-${n}.md`

/** Words that differ from page to page as those of documentation do: a few are frequent, most are rare. */
function wordsOf(page: number, section: number): string {
  let state = (page * SECTIONS + section + 1) * 2_654_435_761
  const words = Array.from({ length: WORDS_PER_SECTION }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return `word${Math.floor((state / 2 ** 32) ** 3 * VOCABULARY).toString(36)}x`
  })
  return words.join(' ')
}

/** The text of a page, of about 2 kB. */
export const textOf = (n: number, round = 0) =>
  [
    `# Page ${n}`,
    `Round ${round}. See the [next page](page-${n + 1}.md).`,
    ...Array.from({ length: SECTIONS }, (_, at) => `## Part ${at} of page ${n}\n\n${wordsOf(n, at)}.`),
    '- First, `install` it.\n- Then **start** it.',
  ].join('\n\n')

/** The files of a repository with this number of pages, in folders, with a table of contents and a few assets. */
export function repositoryOf(pages: number): Record<string, string | Buffer> {
  const entries: string[] = []
  const files: Record<string, string | Buffer> = { 'README.md': '# Home\n' }
  for (let n = 0; n < pages; n++) {
    if (n % PER_FOLDER === 0) entries.push(`* [Part ${n / PER_FOLDER}](part-${n / PER_FOLDER}/README.md)`)
    if (n % PER_FOLDER === 0) files[`part-${n / PER_FOLDER}/README.md`] = `# Part ${n / PER_FOLDER}\n`
    entries.push(`  * [Page ${n}](${pathOf(n)})`)
    files[pathOf(n)] = textOf(n)
    if (n % PAGES_PER_FILE === 0) files[`.gitbook/assets/asset-${n}.bin`] = randomBytes(2_000)
  }
  files['SUMMARY.md'] = `# Table of contents\n\n* [Home](README.md)\n${entries.join('\n')}\n`
  return files
}
