import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SourcePage {
  name: string
  text: string
}

/** The Markdown files of a folder, and of those in it. */
export const pagesIn = (folder: string): SourcePage[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.md') && !/(?:^|\/)\.git\//.test(path))
    .map((path) => ({ name: path, text: readFileSync(join(folder, path), 'utf8') }))

const { QUIRE_CORPUS: corpus } = process.env

/** The pages of a folder of repositories that `QUIRE_CORPUS` names. */
export const corpusPages: readonly SourcePage[] = corpus === undefined ? [] : pagesIn(corpus)
