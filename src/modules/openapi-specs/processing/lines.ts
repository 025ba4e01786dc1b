import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'

/** The keys and indexes from the root of a document to a value. */
export type Path = readonly (string | number)[]

const [QUOTE, BACKSLASH, NEWLINE] = [34, 92, 10]

/** The line of the value at a path, or of its nearest ancestor. Lines count from 1. */
export function lineOf(text: string, isJson: boolean, path: Path): number {
  return isJson ? jsonLineOf(text, path) : yamlLineOf(text, path)
}

function yamlLineOf(text: string, path: Path): number {
  const lines = new LineCounter()
  const document = parseDocument(text, { uniqueKeys: false, lineCounter: lines, logLevel: 'silent' })
  for (let length = path.length; length >= 0; length -= 1) {
    // The line of its key, if it has one: a value can begin on the next line.
    const parent = length === 0 ? null : document.getIn(path.slice(0, length - 1), true)
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(path[length - 1]))
      : undefined
    const node = isScalar(pair?.key) ? pair.key : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

interface Frame {
  /** The key or index of the current value. */
  at: string | number
  /** Whether all frames up to this one are on the path. */
  isOn: boolean
}

/** One pass over valid JSON, without recursion. */
function jsonLineOf(text: string, path: Path): number {
  const frames: Frame[] = []
  let line = 1
  let found = 1
  let deepest = -1
  let isKey = false
  const arrives = () => {
    const frame = frames.at(-1)
    if (frame) {
      const isOn = frames.length === 1 || frames[frames.length - 2]?.isOn === true
      frame.isOn = isOn && String(frame.at) === String(path[frames.length - 1])
    }
    if ((frame?.isOn ?? true) && frames.length > deepest && frames.length <= path.length) {
      deepest = frames.length
      found = line
    }
  }
  for (let index = 0; index < text.length && deepest < path.length; index += 1) {
    const code = text.charCodeAt(index)
    const character = text[index]
    if (code === NEWLINE) line += 1
    else if (code === QUOTE) {
      const start = index
      for (index += 1; index < text.length && text.charCodeAt(index) !== QUOTE; index += 1) {
        if (text.charCodeAt(index) === BACKSLASH) index += 1
      }
      const frame = frames.at(-1)
      if (isKey && frame) {
        frame.at = JSON.parse(text.slice(start, index + 1)) as string
        isKey = false
      } else arrives()
    } else if (character === '{' || character === '[') {
      arrives()
      frames.push({ at: character === '[' ? 0 : '', isOn: false })
      isKey = character === '{'
    } else if (character === '}' || character === ']') {
      frames.pop()
      isKey = false
    } else if (character === ',') {
      const frame = frames.at(-1)
      if (typeof frame?.at === 'number') frame.at += 1
      else isKey = true
    } else if (/[-\dtfn]/.test(character ?? '') && !/[\w.+-]/.test(text[index - 1] ?? '')) arrives()
  }
  return found
}

/** The path of the value at a line of JSON that was printed with an indent of two spaces. */
export function pathAtLine(printed: string, line: number): Path {
  const lines = printed.split('\n', line)
  const path: (string | number)[] = []
  let indent = Number.POSITIVE_INFINITY
  let index = 0
  for (let at = line - 1; at >= 0; at -= 1) {
    const text = lines[at] ?? ''
    const own = text.length - text.trimStart().length
    if (own > indent || /^\s*[\]}]/.test(text)) continue
    const key = /^\s*("(?:[^"\\]|\\.)*"): /.exec(text)?.[1]
    if (own < indent) {
      // The parent of what was found last: an array, if that has no key.
      if (indent !== Number.POSITIVE_INFINITY && path[0] === undefined) path[0] = index
      if (own === 0) break
      indent = own
      index = 0
      path.unshift(...((key === undefined ? [undefined] : [JSON.parse(key)]) as string[]))
    } else if (path[0] === undefined) index += 1
  }
  return path
}
