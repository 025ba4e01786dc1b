import { describe, expect, it } from 'vitest'
import { addText, Words } from '../../src/modules/search/words.ts'
import { Turns } from '../../src/platform/turns/turns.ts'

const add = (words: Words, text: string, weight: 'A' | 'B' | 'D' = 'D') =>
  addText([words], text, weight, new Turns())

const wordsOf = async (...texts: string[]) => {
  const words = new Words()
  for (const text of texts) await add(words, text)
  return words
}

describe('the words of a page', () => {
  it('that can be misspelled have 4 to 32 letters, one of which is not a digit', async () => {
    const [longest, longer] = ['x'.repeat(32), 'y'.repeat(33)]
    expect((await wordsOf(`cat cats ${longest} ${longer} 2024 1abc a123`)).typed().sort()).toEqual(
      ['cats', longest, '1abc', 'a123'].sort(),
    )
  })

  it('have positions, and weights except the lowest', async () => {
    const words = new Words()
    expect(await add(words, 'red blue red', 'A')).toBe(3)
    // Eight positions further, so that no phrase spans both texts.
    expect(await add(words, 'green')).toBe(1)
    expect(await add(words, 'blue', 'B')).toBe(1)
    expect(String(words)).toBe("'red':1A,3A 'blue':2A,21B 'green':12")
  })

  it('have a term without a position', async () => {
    const words = await wordsOf('red')
    words.mark('@spc_1')
    expect(String(words)).toBe("'red':1 '@spc_1'")
  })

  it('have no position above the maximum of PostgreSQL', async () => {
    const words = new Words()
    await add(words, 'a '.repeat(16_380))
    await add(words, 'end')
    await add(words, 'after')
    expect(String(words)).toMatch(/'end':16383 'after':16383$/)
  })

  it('of a long text are added while other work is let in', async () => {
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 0)
    await wordsOf('Some words of a long text. '.repeat(20_000))
    clearInterval(counting)
    expect(turns).toBeGreaterThan(0)
  })

  it('have at most 255 positions each', async () => {
    const [, places = ''] = String(await wordsOf('word '.repeat(300))).split(':')
    expect(places.split(',')).toHaveLength(255)
    expect(places).toMatch(/,254,255$/)
  })

  it('are limited to 256 KiB, and known words still get positions', async () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `word${String(at).padStart(8, '0')}`).join(' ')
    const words = await wordsOf(`${text} word00000000`)
    const kept = String(words).split(' ')
    // Twelve letters and eight bytes for each.
    expect(kept).toHaveLength(Math.ceil((256 * 1024) / 20))
    expect(kept[0]).toBe("'word00000000':1,16383")
  })
})
