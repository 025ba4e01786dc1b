import type { Child } from './children.ts'
import { CONTENT_TOKEN } from './content-seed.ts'
import { median } from './race.ts'

/** The tree of the largest space, relative to what writing the same JSON takes. */
export interface TreeCost {
  pages: number
  bytes: number
  ms: number
  stringifyMs: number
  /** The median of the ratios of adjacent runs. */
  ratio: number
}

const WARM_UP = 3
const REPEATS = 11

/** Both alternate, so that other load on the machine affects them equally. */
export async function measureTree({
  gateway,
  spaceId,
  ids,
}: {
  gateway: Child
  spaceId: string
  ids: readonly unknown[]
}): Promise<TreeCost> {
  const url = `${gateway.origin}/v1/spaces/${spaceId}/content/pages`
  const read = async () => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${CONTENT_TOKEN}` } })
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return Buffer.from(await response.arrayBuffer())
  }
  const tree: unknown = JSON.parse((await read()).toString())
  const runs: { ms: number; stringifyMs: number }[] = []
  let bytes = 0
  for (let n = -WARM_UP; n < REPEATS; n++) {
    const begun = performance.now()
    const answer = await read()
    const answered = performance.now()
    bytes = Buffer.byteLength(JSON.stringify(tree))
    const stringifyMs = performance.now() - answered
    if (bytes !== answer.length) throw new Error(`The tree has ${answer.length} bytes and not ${bytes}`)
    if (n >= 0) runs.push({ ms: answered - begun, stringifyMs })
  }
  return {
    pages: ids.length,
    bytes,
    ms: median(runs.map(({ ms }) => ms)),
    stringifyMs: median(runs.map((run) => run.stringifyMs)),
    ratio: median(runs.map((run) => run.ms / run.stringifyMs)),
  }
}
