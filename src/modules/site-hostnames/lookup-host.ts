import { promises as dns } from 'node:dns'
import type { HostRecord } from './site-hostnames.model.ts'

const TIMEOUT_MS = 5_000
/** More records than a hostname of a site has. */
const MAX_RECORDS = 20
/** DNS says that there are none; everything else is a failure of the look-up. */
const NONE = new Set(['ENODATA', 'ENOTFOUND'])

/** The records of a hostname: of each type, those that there are. Throws if DNS does not answer. */
export async function lookupHost(hostname: string): Promise<HostRecord[]> {
  const found = await Promise.all([
    records('CNAME', dns.resolveCname(hostname)),
    records('A', dns.resolve4(hostname)),
    records('AAAA', dns.resolve6(hostname)),
  ])
  return found.flat().slice(0, MAX_RECORDS)
}

async function records(type: HostRecord['type'], values: Promise<string[]>): Promise<HostRecord[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('DNS did not answer in time.')), TIMEOUT_MS)
  })
  try {
    return (await Promise.race([values, tooLong])).map((value) => ({ type, value }))
  } catch (error) {
    if (NONE.has((error as { code?: string }).code ?? '')) return []
    throw error
  } finally {
    clearTimeout(timer)
  }
}
