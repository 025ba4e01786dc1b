interface Command {
  command: string
  args: readonly number[]
}

interface Point {
  isOn: boolean
  x: number
  y: number
}

const flag = { onCurve: 1, shortX: 2, shortY: 4, sameX: 16, sameY: 32 } as const

/**
 * Writes an outline as a simple glyph of a TrueType font. The font library can compute the points of a variable
 * font at a weight but cannot write them for embedding.
 */
export function simpleGlyph(commands: readonly Command[]): Uint8Array {
  const contours = contoursOf(commands)
  const points = contours.flat()
  if (points.length === 0) return new Uint8Array(0)
  const bytes: number[] = []
  const word = (value: number) => bytes.push((value >> 8) & 255, value & 255)

  word(contours.length)
  word(points.reduce((least, { x }) => Math.min(least, x), Infinity))
  word(points.reduce((least, { y }) => Math.min(least, y), Infinity))
  word(points.reduce((most, { x }) => Math.max(most, x), -Infinity))
  word(points.reduce((most, { y }) => Math.max(most, y), -Infinity))
  let last = -1
  for (const contour of contours) {
    last += contour.length
    word(last)
  }
  word(0)

  const xs: number[] = []
  const ys: number[] = []
  let before = { x: 0, y: 0 }
  for (const point of points) {
    const x = step(point.x - before.x, flag.shortX, flag.sameX, xs)
    const y = step(point.y - before.y, flag.shortY, flag.sameY, ys)
    bytes.push((point.isOn ? flag.onCurve : 0) | x | y)
    before = point
  }
  for (const byte of xs) bytes.push(byte)
  for (const byte of ys) bytes.push(byte)
  while (bytes.length % 4 !== 0) bytes.push(0)
  return Uint8Array.from(bytes)
}

function step(delta: number, short: number, same: number, bytes: number[]): number {
  if (delta === 0) return same
  if (Math.abs(delta) < 256) {
    bytes.push(Math.abs(delta))
    return short | (delta > 0 ? same : 0)
  }
  bytes.push((delta >> 8) & 255, delta & 255)
  return 0
}

function contoursOf(commands: readonly Command[]): Point[][] {
  const contours: Point[][] = []
  let contour: Point[] = []
  for (const { command, args } of commands) {
    const [x = 0, y = 0, endX = 0, endY = 0] = args.map(Math.round)
    if (command === 'moveTo') {
      contour = [{ isOn: true, x, y }]
      contours.push(contour)
    } else if (command === 'lineTo') {
      contour.push({ isOn: true, x, y })
    } else if (command === 'quadraticCurveTo') {
      contour.push({ isOn: false, x, y }, { isOn: true, x: endX, y: endY })
    } else if (command === 'closePath' && contour.length > 1) {
      const first = contour[0]
      const last = contour.at(-1)
      if (last?.isOn && last.x === first?.x && last.y === first.y) contour.pop()
    }
  }
  return contours
}
