import type { Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { cutsIn, isRest, readBeginning, readOn } from '../../src/console/app/editor/rich/read-in-pieces.ts'
import { canonical } from '../../src/console/app/editor/rich/source/canonical.ts'
import { originOf } from '../../src/console/app/editor/rich/source/origin.ts'
import { Printer } from '../../src/console/app/editor/rich/source/print.ts'
import { read } from '../../src/console/app/editor/rich/source/read.ts'
import { allPages, printedPages } from './pages.ts'

/** The nodes of a page that is read piece by piece, each of some lines. */
function readSlowly(text: string): { doc: Node; steps: number } {
  let doc = readBeginning(text)
  let steps = 0
  for (let last = doc.lastChild; last && isRest(last); last = doc.lastChild) {
    if (steps % 10 === 0) expect(new Printer(doc).page(doc)).toBe(text)
    const nodes = readOn(last, 200)
    doc = doc.type.create(doc.attrs, [...doc.children.slice(0, -1), ...nodes])
    steps += 1
  }
  return { doc, steps }
}

const long = (text: string) =>
  Array.from({ length: Math.ceil(13_000 / (text.length + 2)) }, () => text).join('\n\n')

describe('a long page that is read in pieces', () => {
  it('is the same as one that is read at once, block by block and byte for byte', {
    timeout: 120_000,
  }, () => {
    let steps = 0
    for (const { name, text } of allPages) {
      // Short pages are repeated, so that they are divided too.
      for (const page of printedPages.some((each) => each.name === name) && !text.startsWith('---')
        ? [long(text)]
        : [text]) {
        const read1 = read(page)
        const slowly = readSlowly(page)
        steps += slowly.steps
        expect(canonical(slowly.doc), name).toBe(canonical(read1))
        expect(
          slowly.doc.children.map((node) => originOf(node)?.text),
          name,
        ).toEqual(read1.children.map((node) => originOf(node)?.text))
        expect(new Printer(slowly.doc).page(slowly.doc), name).toBe(page)
      }
    }
    expect(steps).toBeGreaterThan(50)
  })

  it('is not divided inside of what can contain blank lines, nor where names are defined', () => {
    const text = 'Text.\n\nMore.\n'
    expect(cutsIn(text)).toEqual([7])
    for (const [before, after] of [
      ['```\n', '```\n'],
      ['{% hint style="info" %}\n', '{% endhint %}\n'],
      ['<details>\n\n', '\n</details>\n'],
      ['<!--\n', '-->\n'],
      ['$$\n', '$$\n'],
    ])
      expect(cutsIn(`${before}${text}${after}`), before).toEqual([])
    expect(cutsIn(`${text}\n[name]: target.md\n`)).toEqual([])
    expect(cutsIn(`{% embed url="https://example.com" %}\n\n${text}`)).not.toEqual([])
  })
})
