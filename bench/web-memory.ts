import type { Child } from './children.ts'
import { number, type Verdict } from './table.ts'

/** What the server keeps in memory for published sites, in MB of its heap after garbage collection. */
export interface WebMemory {
  /** Different pages that were opened, and the heap after a fifth of them and after all. */
  pages: number
  early: number
  late: number
  /** Heap that the sitemap of the largest site takes while it is sent. */
  sitemap: number
}

const AT_ONCE = 8

const heapOf = async (gateway: Child): Promise<number> =>
  (await gateway.ask<{ heapUsed: number }>({})).heapUsed / 1e6

/** Opens different pages: those of the paths on as many sites as there are bases. */
async function openAll({ origin }: Child, addresses: readonly string[]): Promise<void> {
  let next = 0
  const open = async () => {
    for (let path = addresses[next++]; path !== undefined; path = addresses[next++]) {
      const answer = await fetch(origin + path)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, open))
}

/** The heap while a sitemap is sent to a client that does not read it, compared with before. */
async function sitemapOf(gateway: Child, path: string): Promise<number> {
  const before = await heapOf(gateway)
  const answer = await fetch(gateway.origin + path)
  const reader = answer.body?.getReader()
  await reader?.read()
  const during = await heapOf(gateway)
  await reader?.cancel()
  return during - before
}

export async function measureWebMemory(
  gateway: Child,
  { paths, bases, sitemap }: { paths: readonly string[]; bases: readonly string[]; sitemap: string },
): Promise<WebMemory> {
  const taken = await sitemapOf(gateway, sitemap)
  const addresses = bases.flatMap((base) => paths.map((path) => `${base}${path}`))
  const fifth = Math.ceil(addresses.length / 5)
  await openAll(gateway, addresses.slice(0, fifth))
  const early = await heapOf(gateway)
  await openAll(gateway, addresses.slice(fifth))
  return { pages: addresses.length, early, late: await heapOf(gateway), sitemap: taken }
}

export const webMemoryVerdicts = ({ pages, early, late, sitemap }: WebMemory): Verdict[] => [
  {
    what: `web: growth of the heap between ${Math.ceil(pages / 5)} and ${pages} different pages`,
    measured: `${number(late - early)} MB (${number(early)} to ${number(late)})`,
    target: '≤ 16 MB',
    met: late - early <= 16,
  },
  {
    what: 'web: heap for a sitemap that is being sent',
    measured: `${number(sitemap)} MB`,
    target: '< 20 MB',
    met: sitemap < 20,
  },
]
