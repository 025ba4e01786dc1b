const sans =
  'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif'
const serif = 'Charter,"Bitstream Charter",Georgia,"Noto Serif",serif'
const mono = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace'

const serifs = new Set(['RobotoSlab', 'Merriweather', 'IBMPlexSerif'])

/** `OpenSans` → `Open Sans`, `IBMPlexMono` → `IBM Plex Mono`. */
const spaced = (name: string): string =>
  name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')

/** The families of a font. Inter is served by us; others are used where the reader has them. */
export const fontStack = (name: string): string =>
  name === 'Inter' ? `Inter,"Inter Fallback",${sans}` : `"${spaced(name)}",${serifs.has(name) ? serif : sans}`

/** The families of a font of code. JetBrains Mono is served by us. */
export const monoStack = (name: string): string => `"${spaced(name)}",${mono}`

/** A file of a font, and the characters that it contains. */
export interface FontFile {
  family: 'Inter' | 'JetBrains Mono'
  /** Below node_modules. */
  file: string
  ranges: string
}

const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const latinExt =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'
const cyrillic = 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116'
const greek = 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF'

const inter = (subset: string) => `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`

/** Browsers load a file when a page has characters of its ranges. */
export const fontFiles: readonly FontFile[] = [
  { family: 'Inter', file: inter('latin'), ranges: latin },
  { family: 'Inter', file: inter('latin-ext'), ranges: latinExt },
  { family: 'Inter', file: inter('cyrillic'), ranges: cyrillic },
  { family: 'Inter', file: inter('greek'), ranges: greek },
  {
    family: 'JetBrains Mono',
    file: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    ranges: latin,
  },
]

/** Metrics of Inter on a font that every system has, so that texts do not move when Inter is loaded. */
export const fallbackFace =
  '@font-face{font-family:"Inter Fallback";src:local("Arial"),local("Liberation Sans"),local("Helvetica");size-adjust:107.12%;ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%}'

export const fontFace = ({ family, ranges }: FontFile, url: string): string =>
  `@font-face{font-family:"${family}";font-style:normal;font-weight:100 900;font-display:swap;src:url(${url}) format("woff2");unicode-range:${ranges}}`
