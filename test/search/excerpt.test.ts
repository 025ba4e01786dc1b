import { expect, it } from 'vitest'
import { excerptOf } from '../../src/modules/search/excerpt.ts'

const shown = (text: string, query: string) =>
  excerptOf(text, query)
    .map(({ text: part }) => part)
    .join('')

it('begins and ends at a word, where there are spaces', () => {
  for (let length = 1; length < 30; length++) {
    const word = 'x'.repeat(length)
    const text = `${`${word} `.repeat(300)}needle ${`${word} `.repeat(300)}`
    const words = shown(text, 'needle').split(' ')
    expect([words.at(0), words.at(-1)]).toEqual(['…', '…'])
    expect(new Set(words.slice(1, -1))).toEqual(new Set([word, 'needle']))
  }
  expect(shown('字'.repeat(500), '字字')).toHaveLength(242)
})
