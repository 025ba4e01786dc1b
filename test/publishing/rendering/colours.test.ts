import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contrast,
  hexOf,
  mixed,
  oklchOf,
  readable,
} from '../../../src/modules/publishing/rendering/theme/colour.ts'
import { type Palette, tokensOf } from '../../../src/modules/publishing/rendering/theme/tokens.ts'

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)
const palettes: fc.Arbitrary<Palette> = fc.record({
  primary: colour,
  info: colour,
  success: colour,
  warning: colour,
  danger: colour,
  tint: fc.option(colour, { nil: undefined }),
  header: fc.record({
    preset: fc.constantFrom('default', 'bold', 'contrast', 'custom', 'none'),
    background: colour,
    link: colour,
  }),
  isMatched: fc.boolean(),
})

/** Texts, the backgrounds that they are shown on, and the contrast that they need. */
const pairs: readonly (readonly [text: string, backgrounds: readonly string[], least: number])[] = [
  ['text', ['surface', 'raised', 'sunken', 'tint'], 7],
  ['muted', ['surface', 'raised', 'sunken', 'tint'], 4.5],
  ['accent', ['surface', 'raised', 'sunken', 'tint'], 4.5],
  ['on-solid', ['solid'], 4.5],
  ['solid', ['surface'], 3],
  ['line-strong', ['surface'], 3],
  ['focus', ['surface'], 3],
  ...['info', 'success', 'warning', 'danger'].flatMap(
    (state) =>
      [
        [state, ['surface', `${state}-tint`], 4.5],
        [`${state}-text`, [`${state}-tint`], 7],
      ] as const,
  ),
  ['header-text', ['header-surface'], 4.5],
  ['header-muted', ['header-surface'], 4.5],
  ...'ksntyavmc'.split('').map((kind) => [`code-${kind}`, ['raised', 'sunken'], 4.5] as const),
  ...['red', 'yellow', 'green', 'blue', 'gray'].map(
    (name) => [`text-${name}`, ['surface', 'raised'], 4.5] as const,
  ),
  ...['red', 'yellow', 'green', 'blue', 'gray'].map((name) => ['mark-text', [`mark-${name}`], 4.5] as const),
]

describe('the colours of a site', () => {
  it('are readable for any customization, light and dark', () => {
    fc.assert(
      fc.property(palettes, fc.boolean(), (palette, isDark) => {
        const tokens = tokensOf(palette, isDark)
        for (const [text, backgrounds, least] of pairs) {
          for (const background of backgrounds) {
            const ratio = contrast(tokens[text] ?? '', tokens[background] ?? '')
            expect(ratio, `${text} on ${background}`).toBeGreaterThanOrEqual(least)
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it('are left as they are when they are readable', () => {
    expect(readable('#1b5fd0', ['#ffffff'], 4.5)).toBe('#1b5fd0')
  })

  it('keep their hue when they are changed', () => {
    const changed = readable('#9ec1ff', ['#ffffff'], 4.5)
    expect(contrast(changed, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(Math.abs(oklchOf(changed).h - oklchOf('#9ec1ff').h)).toBeLessThan(12)
  })
})

describe('conversion of colours', () => {
  it('returns the colour that it started with', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        expect(contrast(hexOf(oklchOf(hex)), hex)).toBeLessThan(1.03)
      }),
    )
  })

  it('accepts short forms', () => {
    expect(mixed('#36d', '#36d', 1)).toBe('#3366dd')
    expect(contrast('#000', '#fff')).toBeCloseTo(21)
  })
})
