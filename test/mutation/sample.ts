/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The given number of items, each at most once, in an order that the seed determines. */
export function sampleOf<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const random = randomFrom(seed)
  const left = [...items]
  const chosen: Item[] = []
  while (chosen.length < count && left.length > 0) {
    const at = Math.floor(random() * left.length)
    const [item] = left.splice(at, 1)
    if (item !== undefined) chosen.push(item)
  }
  return chosen
}
