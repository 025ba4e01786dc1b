import { createRequire } from 'node:module'

const sans =
  'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif'
const serif = 'Charter,"Bitstream Charter",Georgia,"Noto Serif",serif'
const mono = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace'

/** The font of emoji on systems without one of their own, such as many Linux desktops. Others never load it. */
export const EMOJI_FONT = 'NotoEmoji'
/** The families of emoji: those of systems first. */
export const emojiStack = '"Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji","Noto Emoji"'
const emojiPackage = '@fontsource-variable/noto-emoji'
/** The characters of its files, by `[0]`, `[1]` and so on. */
const emojiRanges: Readonly<Record<string, string>> = createRequire(import.meta.url)(
  `${emojiPackage}/unicode.json`,
)

const serifs = new Set(['RobotoSlab', 'Merriweather', 'IBMPlexSerif'])

/** A font that this server sends. */
interface ServedFont {
  /** The name of its package, and of its files. */
  name: string
  /** The weights that its files have: a range in one file, or one file for each. */
  weights: string | readonly string[]
  subsets: readonly (keyof typeof ranges)[]
  /**
   * Metrics of the font on one that every system has, in percent, so that texts do not move when it is loaded: the
   * relation of the widths of average English text, then ascent and descent by that. Fonts of code have none: all of
   * them are about as wide, and code is below the first screen of most pages.
   */
  metrics?: readonly [width: number, ascent: number, descent: number]
}

const latinOnly = ['latin', 'latin-ext'] as const

/** The fonts that this server sends, by their names in customizations. Others are used where the reader has them. */
const served: Readonly<Record<string, ServedFont>> = {
  Inter: {
    name: 'inter',
    weights: '100 900',
    subsets: ['latin', 'latin-ext', 'cyrillic', 'greek'],
    metrics: [107.12, 90.44, 22.52],
  },
  OpenSans: {
    name: 'open-sans',
    weights: '300 800',
    subsets: latinOnly,
    metrics: [105.7, 101.12, 27.72],
  },
  Overpass: { name: 'overpass', weights: '100 900', subsets: latinOnly, metrics: [100.63, 87.75, 38.06] },
  Raleway: { name: 'raleway', weights: '100 900', subsets: latinOnly, metrics: [104.54, 89.92, 22.38] },
  Roboto: { name: 'roboto', weights: '100 900', subsets: latinOnly, metrics: [100.16, 92.63, 24.38] },
  RobotoSlab: { name: 'roboto-slab', weights: '100 900', subsets: latinOnly, metrics: [107, 97.93, 25.33] },
  // The name under which its makers publish it now.
  SourceSansPro: {
    name: 'source-sans-3',
    weights: '200 900',
    subsets: latinOnly,
    metrics: [94.23, 108.68, 42.45],
  },
  // It has no variable form. Code is in two weights.
  IBMPlexMono: { name: 'ibm-plex-mono', weights: ['400', '600'], subsets: latinOnly },
  FiraCode: { name: 'fira-code', weights: '300 700', subsets: latinOnly },
  Inconsolata: { name: 'inconsolata', weights: '200 900', subsets: latinOnly },
  JetBrainsMono: { name: 'jetbrains-mono', weights: '100 800', subsets: latinOnly },
  RobotoMono: { name: 'roboto-mono', weights: '100 700', subsets: latinOnly },
  SourceCodePro: { name: 'source-code-pro', weights: '200 900', subsets: latinOnly },
}

/** `OpenSans` → `Open Sans`, `IBMPlexMono` → `IBM Plex Mono`. */
const spaced = (name: string): string =>
  name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')

/** The families of a font of texts. */
export const fontStack = (name: string): string =>
  [
    `"${spaced(name)}"`,
    ...(served[name]?.metrics ? [`"${spaced(name)} Fallback"`] : []),
    serifs.has(name) ? serif : sans,
    'var(--emoji)',
  ].join(',')

/** The families of a font of code. */
export const monoStack = (name: string): string => `"${spaced(name)}",${mono},var(--emoji)`

/** A file of a font, and the characters that it contains. */
export interface FontFile {
  /** The name of the font in customizations. */
  font: string
  /** Below node_modules. */
  file: string
  weight: string
  ranges: string
}

const ranges = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
} as const

const emojiFiles = Object.entries(emojiRanges).map(([subset, ranges]) => ({
  font: EMOJI_FONT,
  ranges,
  weight: '300 700',
  file: `${emojiPackage}/files/noto-emoji-${subset.slice(1, -1)}-wght-normal.woff2`,
}))

const textFiles = Object.entries(served).flatMap(([font, { name, subsets, weights }]) =>
  subsets.flatMap((subset) => {
    const part = { font, ranges: ranges[subset] }
    if (typeof weights === 'string') {
      return [
        {
          ...part,
          weight: weights,
          file: `@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`,
        },
      ]
    }
    return weights.map((weight) => ({
      ...part,
      weight,
      file: `@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff2`,
    }))
  }),
)

/** Browsers load a file when a page has characters of its ranges. */
export const fontFiles: readonly FontFile[] = [...textFiles, ...emojiFiles]

/** A font that every system has, with the metrics of another one. Empty for a font that has none. */
export function fallbackFace(name: string): string {
  const { metrics } = served[name] ?? {}
  if (!metrics) return ''
  const [width, ascent, descent] = metrics
  return `@font-face{font-family:"${spaced(name)} Fallback";src:local("Arial"),local("Liberation Sans"),local("Helvetica");size-adjust:${width}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
}

/** A font that arrives later than three seconds is used from the next page on, so that what somebody reads does not move. */
export const fontFace = ({ font, weight, ranges }: FontFile, url: string): string =>
  `@font-face{font-family:"${spaced(font)}";font-style:normal;font-weight:${weight};font-display:fallback;src:url(${url}) format("woff2");unicode-range:${ranges}}`
