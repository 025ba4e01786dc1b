import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parsePage } from '../../../src/modules/documents/extraction/parsed-page.ts'
import {
  documentFromMarkdown,
  markdownFromDocument,
  splitSource,
} from '../../../src/modules/documents/index.ts'
import { shownBlocks } from '../../../src/modules/pdf/blocks/blocks.ts'
import { problemsOf, wordsIn, wordsOf } from './whole-text.ts'

const folder = new URL('corpus/', import.meta.url)
const files = readdirSync(folder).map((name) => new URL(name, folder))

/** Nodes without their keys, which depend on the whole document. */
const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const keys = ['key', 'fragment', 'definition', 'records', 'columns', 'columnWidths']
  const kept = Object.entries(value).filter(([name]) => !keys.includes(name) && !name.endsWith('Definition'))
  return Object.fromEntries(kept.map(([name, inner]) => [name, bare(inner)]))
}

describe.each(files.map((file) => [file.pathname.split('/').at(-1) ?? '', readFileSync(file, 'utf8')]))(
  'the text of %s',
  (_, markdown) => {
    const { body } = splitSource(markdown)

    it('is whole on its page, without directives and tags', () => {
      const { lost, directives, tags } = problemsOf(markdown)
      expect({ lost, directives, tags }).toEqual({ lost: [], directives: [], tags: [] })
    })

    it.each([
      // The title of the page is found apart from its text.
      ['in the search', () => `${/^# (.*)$/m.exec(body)?.[1]} ${JSON.stringify(parsePage(body).sections)}`],
      ['in a PDF', () => JSON.stringify(shownBlocks(body))],
      ['in its document', () => JSON.stringify(documentFromMarkdown(body))],
    ])('is whole %s', (_place, textOf) => {
      const there = new Set(wordsIn(textOf().replaceAll(/\\[nt]/g, ' ')))
      expect(wordsOf(markdown).filter((word) => !there.has(word))).toEqual([])
    })

    it('is the same document when it is written and parsed again', () => {
      const document = documentFromMarkdown(body)
      expect(bare(documentFromMarkdown(markdownFromDocument(document)))).toEqual(bare(document))
    })
  },
)
