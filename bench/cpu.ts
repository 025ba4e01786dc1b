import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts the CPU time of processes in hundredths of a second. */
const TICK_MS = 10

interface Stat {
  parent: number
  /** User and system time. */
  own: number
  /** The same of children that have ended. */
  reaped: number
}

function statOf(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program can contain spaces and brackets, so the fields after the last bracket are read.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) * TICK_MS
    return { parent: Number(fields[1]), own: ticks(11), reaped: ticks(13) }
  } catch {
    return undefined
  }
}

/** CPU milliseconds that a process has used; NaN where there is no /proc. */
export function cpuOf(pid: number): number {
  return statOf(pid)?.own ?? Number.NaN
}

/** The resident memory of a process in bytes; NaN where there is no /proc. */
export function residentBytesOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}

/** CPU milliseconds of a PostgreSQL server with all its backends, including those that have ended. */
export function cpuOfPostgres(postmaster: number): number {
  const server = statOf(postmaster)
  if (!server) return Number.NaN
  let total = server.own + server.reaped
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(name)
    if (stat?.parent === postmaster) total += stat.own
  }
  return total
}
