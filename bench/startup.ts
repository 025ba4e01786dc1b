import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startQuire } from './children.ts'
import { median } from './race.ts'

export interface StartUp {
  /** With an empty data directory: PostgreSQL is initialized and migrations are applied. */
  firstMs: number
  warmMs: number
}

const WARM_STARTS = 3

/** From the start of the process until /readyz returns 200, with the embedded server. */
export async function measureStartUp(): Promise<StartUp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quire-bench-'))
  chmodSync(dataDir, 0o755)
  const start = async () => {
    const begun = performance.now()
    const quire = await startQuire({ environment: { DATA_DIR: dataDir, DATABASE_URL: '' } })
    const ms = performance.now() - begun
    await quire.stop()
    return ms
  }
  try {
    const firstMs = await start()
    const warm: number[] = []
    for (let i = 0; i < WARM_STARTS; i++) warm.push(await start())
    return { firstMs, warmMs: median(warm) }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
