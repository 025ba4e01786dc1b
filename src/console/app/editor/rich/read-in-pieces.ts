import type { Node } from 'prosemirror-model'
import { withoutEnd } from '../blanks.ts'
import { Origin, originOf } from './source/origin.ts'
import { bodyStart, pageOf, read, readBlocks } from './source/read.ts'
import { schema } from './source/schema.ts'

/** Shorter texts are read as a whole. */
const MIN_CHARACTERS = 12_000
/** About what fits on a screen. */
const FIRST_CHARACTERS = 6_000
const NEXT_CHARACTERS = 2_500

/** The kind of the island that stands for what is not read yet. */
const REST = 'rest'

/** Lines that begin a block whatever stands above them, if a blank line does. */
const BEGINNING = /^(?:#{1,6} |\p{L}|\*\*|!?\[)/u
const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** A definition of a link or a note: what a text in brackets means depends on those of the whole page. */
const DEFINITION = /^[ >*+.)\d-]*\[[^\]\n]+\]:/
const TAG = /\{%-?\s*(end)?(@?[a-z][\w/-]*)/gi
/** Elements that can contain blank lines, and comments. */
const ELEMENT = /<(\/?)(details|table|pre|script|style|textarea)\b|<!--|-->|<[?!]/gi
const CODE = /(`+)[^`]*\1/g

/** What is open while the lines of a text are followed. */
class OpenParts {
  readonly #open: string[] = []
  readonly #ended: ReadonlySet<string>
  #fence = ''
  #hasMath = false

  constructor(text: string) {
    this.#ended = new Set(Array.from(text.matchAll(/\{%-?\s*end(@?[a-z][\w/-]*)/gi), ([, name = '']) => name))
  }

  get isNothing(): boolean {
    return this.#open.length === 0 && this.#fence === '' && !this.#hasMath
  }

  /** False if something ends that has not begun: then nothing is certain. */
  follow(line: string): boolean {
    const found = FENCE.exec(line)?.[1] ?? ''
    if (this.#fence !== '') {
      if (found.startsWith(this.#fence) && line.trim() === found) this.#fence = ''
      return true
    }
    this.#fence = found
    if (found !== '') return true
    if (line.trim() === '$$') this.#hasMath = !this.#hasMath
    const text = line.replace(CODE, '')
    for (const [, isEnd, name = ''] of text.matchAll(TAG)) {
      if (isEnd !== undefined && this.#open.pop() !== name) return false
      // Others stand alone, such as cards.
      if (isEnd === undefined && this.#ended.has(name)) this.#open.push(name)
    }
    for (const [whole, slash, name = ''] of text.matchAll(ELEMENT)) {
      if (whole === '<?' || whole === '<!') return false
      if (whole === '-->' || slash === '/') {
        if (this.#open.pop() !== (whole === '-->' ? '<!--' : name.toLowerCase())) return false
      } else this.#open.push(whole === '<!--' ? whole : name.toLowerCase())
    }
    return true
  }
}

/**
 * Where a text can be divided so that its pieces mean the same as the whole: in front of blocks at the left edge, below a
 * blank line, that nothing contains. None if the text is not as regular as that.
 */
export function cutsIn(text: string): number[] {
  const cuts: number[] = []
  const open = new OpenParts(text)
  let [at, isBlank] = [0, false]
  for (const line of text.split(/(?<=\n)/)) {
    if (line.includes('\r') || DEFINITION.test(line)) return []
    if (isBlank && open.isNothing && BEGINNING.test(line)) cuts.push(at)
    if (!open.follow(line)) return []
    isBlank = line.trim() === ''
    at += line.length
  }
  return open.isNothing ? cuts : []
}

/** The cuts in the source of what is not read yet. */
const cutsOf = new WeakMap<Node, readonly number[]>()

/** Reads the beginning of a long page, so that it is shown soon. What follows is one node, for `readOn`. */
export function readBeginning(text: string): Node {
  const start = bodyStart(text)
  const body = text.slice(start)
  const end = withoutEnd(body, ' \t\n').length
  const cuts = body.length < MIN_CHARACTERS ? [] : cutsIn(body)
  const cut = cuts.find((each) => each >= FIRST_CHARACTERS)
  if (cut === undefined) return read(text)
  const { nodes, head, tail } = readBlocks(body.slice(0, cut))
  const rest = restAfter(nodes, { source: body.slice(cut, end), gap: tail, cuts, cut })
  const edges = { head: text.slice(0, start) + head, tail: body.slice(end), definitions: '' }
  return pageOf(text, edges, [...nodes, rest])
}

interface Rest {
  source: string
  gap: string
  cuts: readonly number[]
  cut: number
}

function restAfter(nodes: readonly Node[], { source, gap, cuts, cut }: Rest): Node {
  const origin = new Origin({ text: source, prefix: '', gap })
  const last = nodes.at(-1)
  origin.follows(last && originOf(last))
  const rest = origin.isRead(schema.nodes.island.create({ origin, source, kind: REST }))
  const left = cuts.filter((each) => each > cut).map((each) => each - cut)
  cutsOf.set(rest, left)
  return rest
}

export const isRest = ({ type, attrs }: Node): boolean => type === schema.nodes.island && attrs.kind === REST

/** Reads on: the nodes that take the place of what is not read yet. */
export function readOn(rest: Node, characters = NEXT_CHARACTERS): Node[] {
  const source = rest.attrs.source as string
  const own = originOf(rest)
  const cuts = cutsOf.get(rest) ?? cutsIn(source)
  const cut = cuts.find((each) => each >= characters)
  const { nodes, tail } = readBlocks(source.slice(0, cut), { origin: own?.previous, gap: own?.gap ?? '' })
  if (cut === undefined) return nodes
  return [...nodes, restAfter(nodes, { source: source.slice(cut), gap: tail, cuts, cut })]
}
