/** Works on many items, a few of them at once. After a failure no further item is begun. */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const item = items[next] as Item
      next += 1
      try {
        await work(item)
      } catch (error) {
        next = items.length
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
}
