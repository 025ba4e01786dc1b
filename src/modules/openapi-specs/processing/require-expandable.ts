import type { Path } from './lines.ts'
import { unreadable } from './problems.ts'
import type { SpecDocument } from './read-document.ts'
import { isObject, refOf, splitReference } from './references.ts'

/** The size of a document as JSON with every reference replaced by its value. That of the API of GitHub has 50 MB. */
export const MAX_EXPANDED_BYTES = 128 * 1024 * 1024

/** A message has at most 300 characters, and the path of a schema is only one part of it. */
const MAX_SHOWN_PATH = 120
/** References that point to references. */
const MAX_HOPS = 100

interface Expanded {
  bytes: number
  /** Whether it leads to a reference to a value around it. References to it are not replaced. */
  isCircular: boolean
}

/** A part of a value, with its name in it. A reference has the value that it points to, with its pointer. */
interface Part {
  value: unknown
  name: string | Path
}

/** A value whose parts are being counted. */
interface Counted extends Expanded {
  value: object
  name: string | Path
  parts: Iterator<Part>
}

/**
 * Rejects a document that grows too much when its references are replaced, which takes time in proportion to the result:
 * twenty schemas that each refer twice to the next one are a million values. Every value is counted once, so this takes
 * time in proportion to the document.
 */
export function requireExpandable(bundle: Record<string, unknown>, entry: SpecDocument): void {
  const known = new Map<object, Expanded>()
  /** A value, and those around it. */
  const open: Counted[] = []
  const enter = (value: object, name: string | Path) => {
    // A reference to a value that is still open is circular.
    known.set(value, { bytes: 0, isCircular: true })
    open.push({ value, name, bytes: 2, isCircular: false, parts: partsOf(bundle, value) })
  }
  const add = (to: Counted, { bytes, isCircular }: Expanded) => {
    const isKept = isCircular && refOf(to.value) !== undefined
    to.bytes += isKept ? 0 : bytes
    to.isCircular ||= isCircular
    if (to.bytes > MAX_EXPANDED_BYTES) throw tooLarge(pathOf(open), entry)
  }
  enter(bundle, [])
  for (let at = open.at(-1); at; at = open.at(-1)) {
    const next = at.parts.next()
    if (next.done) {
      open.pop()
      known.set(at.value, at)
      const parent = open.at(-1)
      if (parent) add(parent, at)
      continue
    }
    const { value, name } = next.value
    const counted = isObject(value) ? known.get(value) : { bytes: bytesOf(value), isCircular: false }
    if (counted) add(at, counted)
    else enter(value as object, name)
  }
}

function* partsOf(bundle: object, value: object): Generator<Part> {
  const ref = refOf(value)
  if (ref !== undefined) {
    const { pointer } = splitReference(ref)
    yield { value: valueAt(bundle, pointer), name: pointer }
  }
  for (const [name, item] of Object.entries(value)) {
    if (!Array.isArray(value)) yield { value: name, name }
    yield { value: item, name }
  }
}

/** The value at a pointer. A reference on the way is followed. Undefined if there is none. */
function valueAt(bundle: object, pointer: readonly string[]): unknown {
  let value: unknown = bundle
  let tokens = pointer
  let hops = 0
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] ?? ''
    if (!isObject(value)) return undefined
    if (Object.hasOwn(value, token)) {
      value = value[token]
      at += 1
      continue
    }
    const ref = refOf(value)
    hops += 1
    if (ref === undefined || hops > MAX_HOPS) return undefined
    tokens = [...splitReference(ref).pointer, ...tokens.slice(at)]
    value = bundle
    at = 0
  }
  return value
}

/** The path of the innermost open value, from the last reference that was followed. */
function pathOf(open: readonly Counted[]): Path {
  const start = open.findLastIndex(({ name }) => typeof name !== 'string')
  return open.slice(start).flatMap(({ name }) => name)
}

const bytesOf = (value: unknown): number => (typeof value === 'string' ? value.length + 4 : 6)

function tooLarge(path: Path, entry: SpecDocument) {
  const shown = path.join(' › ')
  const where = shown.length > MAX_SHOWN_PATH ? `…${shown.slice(-MAX_SHOWN_PATH)}` : shown
  return unreadable(
    `${where || entry.name}: has more than ${MAX_EXPANDED_BYTES} bytes when its references are replaced by their values, which is the maximum. Refer less often to schemas that contain references.`,
    entry.lineOf(path),
  )
}
