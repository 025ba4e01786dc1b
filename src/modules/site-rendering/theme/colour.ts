/** A colour in the OKLCH space: lightness 0–1, chroma, and hue in degrees. */
interface Oklch {
  l: number
  c: number
  h: number
}

type Rgb = readonly [red: number, green: number, blue: number]

/** The channels of `#rgb` or `#rrggbb`, 0–1. */
function rgbOf(hex: string): Rgb {
  const digits = hex.slice(1)
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const number = Number.parseInt(full, 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255].map(
    (channel) => channel / 255,
  ) as unknown as Rgb
}

const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
const encoded = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

/** The relative luminance of WCAG. */
function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map(linear) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG, 1–21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

export function oklchOf(hex: string): Oklch {
  const [red, green, blue] = rgbOf(hex).map(linear) as unknown as Rgb
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  return { l, c: Math.hypot(a, b), h: hue < 0 ? hue + 360 : hue }
}

function linearRgbOf({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const isShown = (rgb: Rgb): boolean => rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005)

/** The nearest colour that screens can show: the same lightness and hue, with less chroma if necessary. */
export function hexOf(colour: Oklch): string {
  const l = Math.min(1, Math.max(0, colour.l))
  let low = 0
  let high = colour.c
  let rgb = linearRgbOf({ ...colour, l })
  if (!isShown(rgb)) {
    for (let step = 0; step < 16; step += 1) {
      const middle = (low + high) / 2
      if (isShown(linearRgbOf({ ...colour, l, c: middle }))) low = middle
      else high = middle
    }
    rgb = linearRgbOf({ ...colour, l, c: low })
  }
  const channels = rgb.map((channel) => Math.round(encoded(Math.min(1, Math.max(0, channel))) * 255))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** A part of one colour over another. */
export function mixed(over: string, under: string, part: number): string {
  const [one, other] = [rgbOf(over), rgbOf(under)]
  const channels = one.map((channel, at) =>
    Math.round((channel * part + (other[at] ?? 0) * (1 - part)) * 255),
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/**
 * A colour that is readable on all of these backgrounds. It keeps its hue, and becomes darker or lighter until the
 * contrast is sufficient.
 */
export function readable(hex: string, backgrounds: readonly string[], least: number): string {
  const isEnough = (colour: string) =>
    backgrounds.every((background) => contrast(colour, background) >= least)
  if (isEnough(hex)) return normalized(hex)
  const given = oklchOf(hex)
  const isDark = backgrounds.every((background) => luminance(background) < 0.18)
  for (const end of isDark ? [1, 0] : [0, 1]) {
    for (let step = 1; step <= 64; step += 1) {
      const colour = hexOf({ ...given, l: given.l + ((end - given.l) * step) / 64 })
      if (isEnough(colour)) return colour
    }
  }
  return isDark ? '#ffffff' : '#000000'
}

const normalized = (hex: string): string => mixed(hex, hex, 1)
