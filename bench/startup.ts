import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startQuire } from './children.ts'
import { residentBytesOf } from './cpu.ts'
import { median } from './race.ts'

export interface StartUp {
  /** With an empty data directory: PostgreSQL is initialized and migrations are applied. */
  firstMs: number
  warmMs: number
  /** Resident memory of a node that has done nothing since it was ready; NaN where there is no /proc. */
  residentBytes: number
}

const WARM_STARTS = 3
const SETTLE_MS = 2_000

/** From the start of the process until /readyz returns 200, with the embedded server. */
export async function measureStartUp(): Promise<StartUp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quire-bench-'))
  chmodSync(dataDir, 0o755)
  const start = async () => {
    const begun = performance.now()
    const quire = await startQuire({ environment: { DATA_DIR: dataDir, DATABASE_URL: '' } })
    const ms = performance.now() - begun
    // Periodic work runs once after the start.
    await pause(SETTLE_MS)
    const bytes = residentBytesOf(quire.pid)
    await quire.stop()
    return { ms, bytes }
  }
  try {
    const { ms: firstMs } = await start()
    const warm: Awaited<ReturnType<typeof start>>[] = []
    for (let i = 0; i < WARM_STARTS; i++) warm.push(await start())
    return {
      firstMs,
      warmMs: median(warm.map(({ ms }) => ms)),
      residentBytes: median(warm.map(({ bytes }) => bytes)),
    }
  } finally {
    // PostgreSQL of a node that was killed, because it did not stop in time, may still write.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
}
