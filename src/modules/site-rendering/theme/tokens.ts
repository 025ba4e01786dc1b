import { contrast, hexOf, mixed, oklchOf, readable } from './colour.ts'

/** The colours that tokens are derived from, for one theme. */
export interface Palette {
  primary: string
  info: string
  success: string
  warning: string
  danger: string
  tint?: string | undefined
  header: { preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none'; background?: string; link?: string }
  isMatched: boolean
}

type Tokens = Readonly<Record<string, string>>

const TEXT = 7
const MUTED = 4.5
/** The least contrast of controls and their marks. */
const CONTROL = 3

/** Hues of code and of coloured texts. */
const hues: Readonly<Record<string, number>> = {
  red: 25,
  orange: 55,
  yellow: 90,
  green: 150,
  blue: 258,
  purple: 300,
  pink: 350,
  brown: 60,
}

const codeHues: Readonly<Record<string, string>> = {
  k: 'purple',
  s: 'green',
  n: 'orange',
  t: 'blue',
  y: 'brown',
  a: 'blue',
  v: 'red',
  m: 'pink',
}

/** The custom properties of a theme. All texts are readable on the backgrounds that they are shown on. */
export function tokensOf(palette: Palette, isDark: boolean): Tokens {
  const tintHue = oklchOf(palette.tint ?? palette.primary).h
  const isTinted = palette.tint !== undefined
  const neutral = (light: number, dark: number, chroma = isTinted ? 0.012 : isDark ? 0.008 : 0.003) =>
    hexOf({ l: isDark ? dark : light, c: chroma, h: isTinted ? tintHue : 260 })
  const surface =
    !isDark && !(isTinted && palette.isMatched) ? '#ffffff' : neutral(0.985, 0.18, isTinted ? 0.015 : 0.01)
  const raised = neutral(0.972, 0.215)
  const sunken = neutral(0.945, 0.25)
  const tint = mixed(palette.primary, surface, isDark ? 0.16 : 0.08)
  const backgrounds = [surface, raised, sunken]
  const text = readable(neutral(0.24, 0.93), [...backgrounds, tint], TEXT)
  const muted = readable(neutral(0.47, 0.72, 0.012), [...backgrounds, tint], MUTED)
  const accent = readable(palette.primary, [...backgrounds, tint], MUTED)
  const lineStrong = readable(neutral(0.66, 0.52), [surface, raised, tint], CONTROL)
  const solid = solidTokens(palette.primary, [surface, raised, tint])
  return {
    surface,
    raised,
    sunken,
    line: neutral(0.9, 0.32),
    'line-strong': lineStrong,
    text,
    muted,
    accent,
    tint,
    ...solid,
    ...stateTokens(palette, [surface, raised], isDark),
    ...headerTokens(palette, { surface, text, muted, accent, lineStrong, ...solid }),
    ...codeTokens(raised, sunken, isDark),
    ...markTokens(surface, raised, text, isDark),
  }
}

interface Solid {
  solid: string
  'on-solid': string
  focus: string
}

/** A filled area in the colour of the site, and the text on it. */
function solidTokens(primary: string, backgrounds: readonly string[]): Solid & Tokens {
  const solid = readable(primary, backgrounds, CONTROL)
  return { solid, 'on-solid': onColour(solid), focus: solid }
}

/** White or black, whichever is readable on a colour. Each colour has at least 4.5 to one of them. */
const onColour = (background: string): string =>
  contrast('#ffffff', background) >= contrast('#000000', background) ? '#ffffff' : '#000000'

function stateTokens(
  palette: Palette,
  [surface, raised]: readonly [string, string],
  isDark: boolean,
): Tokens {
  const states = (['info', 'success', 'warning', 'danger'] as const).flatMap((name): [string, string][] => {
    const background = mixed(palette[name], surface, isDark ? 0.14 : 0.07)
    return [
      [name, readable(palette[name], [surface, raised, background], MUTED)],
      [`${name}-tint`, background],
      [`${name}-line`, mixed(palette[name], surface, isDark ? 0.4 : 0.3)],
      [`${name}-text`, readable(isDark ? '#e8e8ea' : '#26262b', [background], TEXT)],
    ]
  })
  return Object.fromEntries(states)
}

interface Base extends Solid {
  surface: string
  text: string
  muted: string
  accent: string
  lineStrong: string
}

/** The header: its texts, the line around its controls, its filled button and the ring of the focus. */
function headerTokens({ primary, header }: Palette, base: Base): Tokens {
  const isPlain = header.preset === 'default' || header.preset === 'none'
  const background = isPlain
    ? base.surface
    : header.preset === 'bold'
      ? primary
      : header.preset === 'contrast'
        ? base.text
        : (header.background ?? base.surface)
  const on = isPlain ? base.text : onColour(background)
  const link = header.preset === 'custom' && header.link ? readable(header.link, [background], MUTED) : on
  // A button in the colour of the header would not be seen: it has that of the texts instead.
  const isSeen = contrast(base.solid, background) >= CONTROL
  const solid = isSeen ? base.solid : on
  return {
    'header-surface': background,
    'header-text': on,
    'header-muted': isPlain ? base.muted : link,
    'header-accent': isPlain ? base.accent : on,
    'header-line': isPlain ? base.lineStrong : readable(mixed(on, background, 0.5), [background], CONTROL),
    'header-solid': solid,
    'header-on-solid': isSeen ? base['on-solid'] : readable(background, [solid], MUTED),
    'header-focus': isPlain ? base.focus : on,
  }
}

const vivid = (name: string, lightness: number, chroma = 0.13): string =>
  hexOf({ l: lightness, c: name === 'gray' ? 0 : name === 'brown' ? 0.07 : chroma, h: hues[name] ?? 0 })

function codeTokens(raised: string, sunken: string, isDark: boolean): Tokens {
  const on = [raised, sunken]
  const coloured = Object.entries(codeHues).map(([kind, hue]) => [
    `code-${kind}`,
    readable(vivid(hue, isDark ? 0.78 : 0.5), on, MUTED),
  ])
  const comment = readable(vivid('gray', isDark ? 0.68 : 0.52), on, MUTED)
  return { ...Object.fromEntries(coloured), 'code-c': comment }
}

/** Coloured texts and highlighted texts of writers. */
function markTokens(surface: string, raised: string, text: string, isDark: boolean): Tokens {
  const names = [...Object.keys(hues), 'gray']
  const all = names.flatMap((name) => {
    const background = mixed(vivid(name, isDark ? 0.6 : 0.75), surface, isDark ? 0.3 : 0.25)
    return [
      [`text-${name}`, readable(vivid(name, isDark ? 0.75 : 0.5), [surface, raised], MUTED)],
      [`mark-${name}`, background],
    ]
  })
  return { ...Object.fromEntries(all), 'mark-text': text }
}

/** The tokens as declarations. */
export const declarations = (tokens: Tokens): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
