import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/modules/revisions/hash.ts'
import {
  diffMaps,
  type LoadNodes,
  type MapEdits,
  type MapNode,
  type MapRoot,
  MapWriter,
} from '../../src/modules/revisions/node-map.ts'

/** Nodes in memory, with the number of requested ones. */
class NodeStore {
  readonly nodes = new Map<string, MapNode>()
  read = 0

  load: LoadNodes = async (hashes) => {
    this.read += hashes.length
    return new Map(
      hashes.flatMap((hash) => {
        const node = this.nodes.get(hash)
        return node ? [[hash, node]] : []
      }),
    )
  }

  async apply(root: MapRoot, edits: MapEdits): Promise<{ root: MapRoot; made: number }> {
    const writer = new MapWriter(this.load)
    const next = await writer.apply(root, edits)
    for (const [hash, node] of writer.made) this.nodes.set(hash, node)
    return { root: next, made: writer.made.size }
  }
}

const ids = fc.integer({ min: 0, max: 400 }).map((n) => `pag_${n}`)
const edits = fc.array(fc.tuple(ids, fc.option(fc.integer({ min: 0, max: 3 }))), { maxLength: 300 })

describe('a map of content', () => {
  it('lets other work in while a large one is written and compared', async () => {
    const store = new NodeStore()
    const entries = new Map(Array.from({ length: 20_000 }, (_, n) => [`pag_${n}`, { title: `Page ${n}` }]))
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 0)
    const { root } = await store.apply(null, entries)
    const whileWritten = turns
    await diffMaps(store.load, null, root)
    clearInterval(counting)
    expect(whileWritten).toBeGreaterThan(0)
    expect(turns).toBeGreaterThan(whileWritten)
  })

  it('has a shape that depends only on its entries, not on earlier changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { maxLength: 4 }), async (batches) => {
        const store = new NodeStore()
        const expected = new Map<string, unknown>()
        let root: MapRoot = null
        for (const batch of batches) {
          const latest = new Map(batch)
          root = (await store.apply(root, latest)).root
          for (const [id, value] of latest) {
            if (value === null) expected.delete(id)
            else expected.set(id, value)
          }
        }
        expect(root).toBe((await new NodeStore().apply(null, expected)).root)
        if (root) expect(store.nodes.get(root)?.size).toBe(expected.size)
      }),
      { numRuns: 60 },
    )
  })

  it('is independent of removed entries, at every size', async () => {
    const store = new NodeStore()
    const all = Array.from({ length: 300 }, (_, n) => `pag_${n}`)
    let { root } = await store.apply(null, new Map(all.map((id) => [id, 1])))
    for (const left of [299, 150, 70, 65, 64, 63, 1, 0]) {
      const kept = all.slice(0, left)
      root = (await store.apply(root, new Map(all.slice(left).map((id) => [id, null])))).root
      expect(root).toBe((await new NodeStore().apply(null, new Map(kept.map((id) => [id, 1])))).root)
      expect(root === null ? 0 : store.nodes.get(root)?.size).toBe(left)
    }
  })

  it('differs from another by exactly the entries that differ', async () => {
    await fc.assert(
      fc.asyncProperty(edits, edits, async (one, other) => {
        const store = new NodeStore()
        const entriesOf = (batch: [string, number | null][]) =>
          new Map([...new Map(batch)].filter(([, value]) => value !== null))
        const [before, after] = [entriesOf(one), entriesOf(other)]
        const [from, to] = [(await store.apply(null, before)).root, (await store.apply(null, after)).root]
        const diff = await diffMaps<number>(store.load, from, to)
        const all = new Set([...before.keys(), ...after.keys()])
        const expected = [...all].filter((id) => before.get(id) !== after.get(id)).sort()
        expect([...diff.keys()].sort()).toEqual(expected)
        for (const [id, change] of diff) {
          expect(change).toEqual({ before: before.get(id) ?? null, after: after.get(id) ?? null })
        }
      }),
      { numRuns: 60 },
    )
  })

  it('differs from another by the content of entries, not by the order of their keys', async () => {
    const store = new NodeStore()
    const values = fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null)
    await fc.assert(
      fc.asyncProperty(values, values, async (one, other) => {
        const rootOf = async (value: unknown) =>
          (
            await store.apply(
              null,
              new Map<string, unknown>([
                ['a', value],
                ['b', [one, other]],
              ]),
            )
          ).root
        const [before, after] = [await rootOf(one), await rootOf(other)]
        const isSame = canonicalJson(one) === canonicalJson(other)
        expect([...(await diffMaps(store.load, before, after)).keys()]).toEqual(isSame ? [] : ['a'])
      }),
    )
    const leaf = (entry: unknown, hash: string): MapNode => ({
      hash,
      children: [],
      entries: { a: entry },
      size: 1,
    })
    for (const [one, other, isSame] of [
      [{ x: 1, y: [{ z: 2 }] }, { y: [{ z: 2 }], x: 1 }, true],
      [{ x: 1 }, { x: 1, y: undefined }, true],
      [{ x: [1, 2] }, { x: [2, 1] }, false],
      [{ x: [1] }, { x: [1, 2] }, false],
      [{ x: [] }, { x: {} }, false],
      [{ x: null }, {}, false],
    ] as const) {
      for (const [hash, entry] of Object.entries({ one, other })) store.nodes.set(hash, leaf(entry, hash))
      expect((await diffMaps(store.load, 'one', 'other')).size, JSON.stringify([one, other])).toBe(
        isSame ? 0 : 1,
      )
    }
  })

  it('is edited and compared at a cost that depends on the edit, not on the map', async () => {
    const store = new NodeStore()
    const all = new Map(Array.from({ length: 10_000 }, (_, n) => [`pag_${n}`, { title: `Page ${n}` }]))
    const { root } = await store.apply(null, all)
    store.read = 0
    const edited = await store.apply(root, new Map([['pag_77', { title: 'Edited' }]]))
    expect(edited.made).toBeLessThanOrEqual(4)
    expect(store.read).toBeLessThanOrEqual(4)
    store.read = 0
    expect([...(await diffMaps(store.load, root, edited.root)).keys()]).toEqual(['pag_77'])
    expect(store.read).toBeLessThanOrEqual(8)
  })
})
