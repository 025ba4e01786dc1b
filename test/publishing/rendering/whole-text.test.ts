import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parsePage } from '../../../src/modules/documents/extraction/parsed-page.ts'
import {
  documentFromMarkdown,
  markdownFromDocument,
  splitSource,
} from '../../../src/modules/documents/index.ts'
import { shownBlocks } from '../../../src/modules/pdf/blocks/blocks.ts'
import { corpusPages, pagesIn } from '../../support/corpus.ts'
import { problemsOf, wordsIn, wordsOf } from './whole-text.ts'

const ownPages = pagesIn(fileURLToPath(new URL('corpus/', import.meta.url)))

/** Nodes without their keys, which depend on the whole document. */
const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const keys = ['key', 'fragment', 'definition', 'records', 'columns', 'columnWidths']
  const kept = Object.entries(value).filter(([name]) => !keys.includes(name) && !name.endsWith('Definition'))
  return Object.fromEntries(kept.map(([name, inner]) => [name, bare(inner)]))
}

/** All texts in a value. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

describe.each([...ownPages, ...corpusPages])('the text of $name', ({ text: markdown }) => {
  const { body } = splitSource(markdown)

  it('is whole on its page, without directives and tags', () => {
    const { lost, directives, tags } = problemsOf(markdown)
    expect({ lost, directives, tags }).toEqual({ lost: [], directives: [], tags: [] })
  })

  it.each([
    // The title of the page is found apart from its text.
    ['in the search', () => [/^# (.*)$/m.exec(body)?.[1], parsePage(body).sections]],
    ['in a PDF', () => shownBlocks(body)],
    ['in its document', () => documentFromMarkdown(body)],
  ])('is whole %s', (_place, read) => {
    const text = textsIn(read()).join(' ')
    const there = new Set(wordsIn(text))
    // In a text without marks, these are one word.
    for (const [, inside = '', rest = ''] of body.matchAll(/[`*](?=([^`*\n]+)[`*]+([\p{L}\p{N}]+))/gu)) {
      if (text.includes(`${inside}${rest}`)) there.add(rest.toLowerCase())
    }
    expect(wordsOf(markdown).filter((word) => !there.has(word))).toEqual([])
  })

  it('is the same document when it is written and parsed again', () => {
    const document = documentFromMarkdown(body)
    expect(bare(documentFromMarkdown(markdownFromDocument(document)))).toEqual(bare(document))
  })
})
