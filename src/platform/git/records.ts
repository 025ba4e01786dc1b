import { type GitProgram, type GitRun, readGit } from './process.ts'

const NUL = 0

interface Records<Item> {
  code: number
  stderr: string
  items: Item[]
  /** Whether git had more of them. */
  isCut: boolean
}

/**
 * Runs git and reads the records that it prints, each with a NUL at its end, while it prints them: a repository can have
 * any number of them, which together would block the event loop. Git is stopped at the first item beyond the limit.
 * Records without an item are left out.
 */
export async function readRecords<Item>(
  program: GitProgram,
  args: readonly string[],
  run: GitRun,
  maxItems: number,
  itemOf: (record: string) => Item | undefined,
): Promise<Records<Item>> {
  const items: Item[] = []
  let held: Buffer[] = []
  let isCut = false
  const take = (chunk: Buffer): boolean => {
    let start = 0
    for (let end = chunk.indexOf(NUL); end >= 0; end = chunk.indexOf(NUL, start)) {
      const item = itemOf(Buffer.concat([...held, chunk.subarray(start, end)]).toString())
      held = []
      start = end + 1
      if (item === undefined) continue
      isCut = items.length === maxItems
      if (isCut) return false
      items.push(item)
    }
    held.push(chunk.subarray(start))
    return true
  }
  const { code, stderr } = await readGit(program, args, run, take)
  return { code, stderr, items, isCut }
}
