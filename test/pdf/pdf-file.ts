import { inflateSync } from 'node:zlib'

/** A minimal reader for the generated files: classic cross-references, no encryption. */
export class PdfFile {
  #objects = new Map<number, string>()
  #streams = new Map<number, Buffer>()

  constructor(bytes: Buffer) {
    const text = bytes.toString('latin1')
    for (const [, number, offset] of offsetsIn(text)) {
      const start = text.indexOf('obj', offset) + 3
      const end = text.indexOf('endobj', start)
      const streamAt = text.indexOf('stream\n', start)
      const hasStream = streamAt >= 0 && streamAt < end
      const dictionary = text.slice(start, hasStream ? streamAt : end)
      this.#objects.set(number, dictionary.trim())
      if (!hasStream) continue
      const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1])
      const content = bytes.subarray(streamAt + 7, streamAt + 7 + length)
      this.#streams.set(number, dictionary.includes('/FlateDecode') ? inflate(content) : content)
    }
  }

  get root(): string {
    return this.#find(/\/Type \/Catalog/)
  }

  /** Numbers of the page objects, in the order of the page tree. */
  get pages(): number[] {
    return referencesIn(/\/Kids \[([^\]]*)\]/.exec(this.#find(/\/Type \/Pages/))?.[1] ?? '')
  }

  object(number: number | undefined): string {
    return this.#objects.get(number ?? -1) ?? ''
  }

  /** The text of a page, using the fonts' maps from glyphs to text. */
  textOf(page: number | undefined): string {
    return this.runsOf(page)
      .map(({ text }) => text)
      .join(' ')
  }

  /** Each text of a page with its position and its glyphs. */
  runsOf(page: number | undefined): { text: string; glyphs: number[]; font: string; x: number; y: number }[] {
    const dictionary = this.object(page)
    const content = this.#streams.get(reference(dictionary, 'Contents') ?? -1)?.toString('latin1') ?? ''
    const resources = this.object(reference(dictionary, 'Resources'))
    const fonts = /\/Font <<([^>]*)>>/.exec(resources)?.[1] ?? ''
    return Array.from(content.matchAll(/BT\n([\s\S]*?)ET/g), ([, run = '']) => {
      const name = /\/(F\d+) /.exec(run)?.[1] ?? ''
      const font = this.object(reference(fonts, name))
      const map = this.#unicode(reference(font, 'ToUnicode'))
      const glyphs = Array.from(run.matchAll(/<([0-9a-f]+)>/g), ([, hex = '']) =>
        Array.from(hex.matchAll(/.{4}/g), ([glyph]) => Number.parseInt(glyph, 16)),
      ).flat()
      const [, x, y] = /1 0 0 1 (\S+) (\S+) Tm/.exec(run) ?? []
      const text = glyphs.map((glyph) => map[glyph] ?? '').join('')
      return { text, glyphs, font: /\/BaseFont \/(\S+)/.exec(font)?.[1] ?? '', x: Number(x), y: Number(y) }
    })
  }

  /** The targets of the links of a page: a URL, or the object number of a page. */
  linksOf(page: number | undefined): (string | number)[] {
    const list = /\/Annots \[([^\]]*)\]/.exec(this.object(page))?.[1] ?? ''
    return referencesIn(list).map((number) => {
      const action = this.object(reference(this.object(number), 'A'))
      const uri = /\/URI \((.*)\)/.exec(action)?.[1]
      return uri ?? this.destinations.get(/\/D \((.*)\)/.exec(action)?.[1] ?? '')?.page ?? 'nowhere'
    })
  }

  get destinations(): Map<string, { page: number; y: number }> {
    const names = this.object(reference(this.root, 'Names'))
    return new Map(
      Array.from(names.matchAll(/\((\d+)\) \[(\d+) 0 R \/XYZ \S+ (\S+) \S+\]/g), ([, name, page, y]) => [
        name ?? '',
        { page: Number(page), y: Number(y) },
      ]),
    )
  }

  /** Bookmarks as lines, indented by their depth, each with the number of its page. */
  get outline(): string[] {
    const lines: string[] = []
    const walk = (number: number | undefined, depth: number): void => {
      for (let next = number; next !== undefined; next = reference(this.object(next), 'Next')) {
        const item = this.object(next)
        const page = this.pages.indexOf(Number(/\/Dest \[(\d+)/.exec(item)?.[1])) + 1
        lines.push(`${'  '.repeat(depth)}${/\/Title \((.*)\)/.exec(item)?.[1]} ${page}`)
        walk(reference(item, 'First'), depth + 1)
      }
    }
    walk(reference(this.object(reference(this.root, 'Outlines')), 'First'), 0)
    return lines
  }

  count(pattern: RegExp): number {
    return Array.from(this.#objects.values()).filter((object) => pattern.test(object)).length
  }

  #find(pattern: RegExp): string {
    return Array.from(this.#objects.values()).find((object) => pattern.test(object)) ?? ''
  }

  #unicode(number: number | undefined): string[] {
    const map: string[] = []
    const source = this.#streams.get(number ?? -1)?.toString('latin1') ?? ''
    for (const [, start = '', list = ''] of source.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
      for (const [at, [, hex = '']] of Array.from(list.matchAll(/<([^>]*)>/g)).entries()) {
        // A glyph that is only part of a letter has no text.
        if (hex === '') continue
        const units = hex.split(' ').map((unit) => Number.parseInt(unit, 16))
        map[Number.parseInt(start, 16) + at] = String.fromCharCode(...units)
      }
    }
    return map
  }
}

function inflate(content: Buffer): Buffer {
  try {
    return inflateSync(content)
  } catch {
    // The data of images is compressed differently.
    return content
  }
}

function offsetsIn(text: string): [string, number, number][] {
  const from = Number(/startxref\n(\d+)/.exec(text)?.[1])
  const entries = text.slice(from).match(/^\d{10} \d{5} [nf] ?$/gm) ?? []
  return entries
    .map((entry, number): [string, number, number] => [entry, number, Number(entry.slice(0, 10))])
    .filter(([entry]) => entry.includes('n'))
}

function reference(dictionary: string, key: string): number | undefined {
  const found = new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]
  return found === undefined ? undefined : Number(found)
}

const referencesIn = (list: string) => Array.from(list.matchAll(/(\d+) 0 R/g), ([, number]) => Number(number))
