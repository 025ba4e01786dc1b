import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contrast,
  hexOf,
  mixed,
  oklchOf,
  readable,
} from '../../../src/modules/site-rendering/theme/colour.ts'
import { paletteOf } from '../../../src/modules/site-rendering/theme/palette.ts'
import { type Palette, tokensOf } from '../../../src/modules/site-rendering/theme/tokens.ts'
import { defaultCustomization } from '../../../src/modules/sites/customization/defaults.ts'
import { Values } from '../../../src/modules/sites/customization/values.ts'

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
  ['solid', ['surface', 'raised', 'tint'], 3],
  ['line-strong', ['surface', 'raised', 'tint'], 3],
  ['focus', ['surface', 'raised', 'tint'], 3],
  ...['info', 'success', 'warning', 'danger'].flatMap(
    (state) =>
      [
        [state, ['surface', 'raised', `${state}-tint`], 4.5],
        [`${state}-text`, [`${state}-tint`], 7],
      ] as const,
  ),
  ['header-text', ['header-surface'], 4.5],
  ['header-muted', ['header-surface'], 4.5],
  ['header-on-solid', ['header-solid'], 4.5],
  ...['accent', 'line', 'solid', 'focus'].map((name) => [`header-${name}`, ['header-surface'], 3] as const),
  ...'ksntyavmc'.split('').map((kind) => [`code-${kind}`, ['raised', 'sunken'], 4.5] as const),
  ...['red', 'yellow', 'green', 'blue', 'gray'].map(
    (name) => [`text-${name}`, ['surface', 'raised'], 4.5] as const,
  ),
  ...['red', 'yellow', 'green', 'blue', 'gray'].map((name) => ['mark-text', [`mark-${name}`], 4.5] as const),
]

/** The pairs that are not readable. */
const unreadable = (tokens: Readonly<Record<string, string>>): string[] =>
  pairs.flatMap(([text, backgrounds, least]) =>
    backgrounds
      .filter((background) => contrast(tokens[text] ?? '#000', tokens[background] ?? '#000') < least)
      .map((background) => `${text} on ${background}`),
  )

const brands = ['#346ddb', '#ffffff', '#000000', '#ffe600', '#7a7a7a', '#00a878', '#d6006c', '#1b1f3b']

/** Every theme, header, background and mode in each brand colour, with a tint and without. */
const looks = brands.flatMap((brand) =>
  Values.Theme.options.flatMap((theme) =>
    Values.HeaderPreset.options.flatMap((preset) =>
      Values.Background.options.flatMap((background) =>
        [undefined, { color: { light: '#8a2be2', dark: '#8a2be2' } }].flatMap((tint) =>
          (['light', 'dark'] as const).map((mode) => {
            const colours = { light: brand, dark: brand }
            const { styling, header } = defaultCustomization
            const look = {
              styling: { ...styling, theme, background, primaryColor: colours, tint },
              header: { ...header, preset, backgroundColor: colours, linkColor: colours },
            }
            const name = `${brand} ${theme} ${preset} ${background} ${tint ? 'tinted' : 'plain'} ${mode}`
            return { name, tokens: tokensOf(paletteOf(look, mode), mode === 'dark') }
          }),
        ),
      ),
    ),
  ),
)

describe('the colours of a site', () => {
  it('are readable in every theme with every header, light and dark', () => {
    expect(looks).toHaveLength(8 * 4 * 5 * 2 * 2 * 2)
    const failing = looks.flatMap(({ name, tokens }) => unreadable(tokens).map((pair) => `${name}: ${pair}`))
    expect(failing.slice(0, 20)).toEqual([])
  })

  it('are readable for any customization, light and dark', () => {
    fc.assert(
      fc.property(palettes, fc.boolean(), (palette, isDark) => {
        expect(unreadable(tokensOf(palette, isDark))).toEqual([])
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
