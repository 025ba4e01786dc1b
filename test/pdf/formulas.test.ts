import { describe, expect, it } from 'vitest'
import { layOutFormula } from '../../src/modules/pdf/formulas/lay-out-formula.ts'

/** All letters have the same width. */
const layOut = (source: string, isDisplayed = false) =>
  layOutFormula(source, isDisplayed, (_font, text) => text.length * 0.5)
const marksOf = (source: string, isDisplayed = false) => layOut(source, isDisplayed)?.marks ?? []
const textsOf = (source: string) => marksOf(source).flatMap((mark) => (mark.type === 'text' ? [mark] : []))

describe('a formula', () => {
  it('has letters and signs in their fonts, one after the other', () => {
    const [a, plus, b] = textsOf('a + \\mathbf{b}')
    expect([a?.text, plus?.text, b?.text]).toEqual(['a', '+', 'b'])
    expect([a?.font, plus?.font, b?.font]).toEqual(['Math-Italic', 'Main-Regular', 'Main-Bold'])
    expect(a?.x).toBe(0)
    expect(plus?.x).toBeGreaterThan(0.5)
    expect(b?.x).toBeGreaterThan((plus?.x ?? 0) + 0.5)
  })

  it('has small exponents above and indices below the line', () => {
    const [x, two, i] = textsOf('x^2_i').sort((one, other) => other.size - one.size || one.y - other.y)
    expect(x).toMatchObject({ text: 'x', size: 1, y: 0 })
    expect(two).toMatchObject({ text: '2', size: expect.closeTo(0.7) })
    expect(two?.y).toBeLessThan(-0.3)
    expect(i).toMatchObject({ text: 'i' })
    expect(i?.y).toBeGreaterThan(0.1)
  })

  it('has fractions with a line as wide as the longer part, and both parts in the middle', () => {
    const marks = marksOf('\\frac{a}{bcd}', true)
    const bar = marks.find(({ type }) => type === 'bar')
    expect(bar).toMatchObject({ width: expect.closeTo(1.5), x: expect.closeTo(0.12) })
    const [a] = marks.filter((mark) => mark.type === 'text' && mark.text === 'a')
    expect(a?.x).toBeCloseTo(0.12 + 0.5)
    expect(a?.y).toBeLessThan(bar?.y ?? 0)
  })

  it('has roots, braces and arrows that are as wide as their content', () => {
    const [root] = marksOf('\\sqrt{abc}').flatMap((mark) => (mark.type === 'path' ? [mark] : []))
    expect(root?.area.width).toBeCloseTo(1.5 + 0.833)
    const braces = marksOf('\\underbrace{abcdefgh}').flatMap((mark) => (mark.type === 'path' ? [mark] : []))
    const [left, center, right] = braces.map(({ area }) => area.width)
    expect(left).toBeGreaterThan(1)
    expect(right).toBe(left)
    expect((center ?? 0) / (left ?? 1)).toBeCloseTo(2, 1)
  })

  it('is null if it is not valid, too long or nested too deeply', () => {
    expect(layOut('\\frac{')).toBeNull()
    expect(layOut('x'.repeat(5_001))).toBeNull()
    expect(() => layOut(`${'\\sqrt{'.repeat(600)}${'}'.repeat(600)}`)).not.toThrow()
  })
})
