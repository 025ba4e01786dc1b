import { describe, expect, it } from 'vitest'
import { Words } from '../../src/modules/search/words.ts'

const wordsOf = (...texts: string[]) => {
  const words = new Words()
  for (const text of texts) words.add(text, 'D')
  return words
}

describe('the words of a page', () => {
  it('that can be misspelled have 4 to 32 letters, one of which is not a digit', () => {
    const [longest, longer] = ['x'.repeat(32), 'y'.repeat(33)]
    expect(wordsOf(`cat cats ${longest} ${longer} 2024 1abc a123`).typed().sort()).toEqual(
      ['cats', longest, '1abc', 'a123'].sort(),
    )
  })

  it('have positions, and weights except the lowest', () => {
    const words = new Words()
    expect(words.add('red blue red', 'A')).toBe(3)
    // Eight positions further, so that no phrase spans both texts.
    expect(words.add('green', 'D')).toBe(1)
    expect(words.add('blue', 'B')).toBe(1)
    expect(String(words)).toBe("'red':1A,3A 'blue':2A,21B 'green':12")
  })

  it('have a term without a position', () => {
    const words = wordsOf('red')
    words.mark('@spc_1')
    expect(String(words)).toBe("'red':1 '@spc_1'")
  })

  it('have no position above the maximum of PostgreSQL', () => {
    const words = new Words()
    words.add('a '.repeat(16_380), 'D')
    words.add('end', 'D')
    words.add('after', 'D')
    expect(String(words)).toMatch(/'end':16383 'after':16383$/)
  })

  it('have at most 255 positions each', () => {
    const [, places = ''] = String(wordsOf('word '.repeat(300))).split(':')
    expect(places.split(',')).toHaveLength(255)
    expect(places).toMatch(/,254,255$/)
  })

  it('are limited to 256 KiB, and known words still get positions', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `word${String(at).padStart(8, '0')}`).join(' ')
    const words = wordsOf(`${text} word00000000`)
    const kept = String(words).split(' ')
    // Twelve letters and eight bytes for each.
    expect(kept).toHaveLength(Math.ceil((256 * 1024) / 20))
    expect(kept[0]).toBe("'word00000000':1,16383")
  })
})
