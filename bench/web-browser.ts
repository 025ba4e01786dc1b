import { existsSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { number, type Verdict } from './table.ts'

/** How a page loads in Chromium on a slow phone: CPU four times slower, 1.6 Mbit/s, 150 ms. */
export interface PageLoad {
  firstPaintMs: number
  largestPaintMs: number
  shift: number
  blockingMs: number
  requests: number
  /** Bytes with gzip. */
  styles: number
  scripts: number
}

const EXECUTABLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const LOADS = 5

/** Collects what the page reports about itself. It runs before any script of the page. */
const OBSERVE = `
  globalThis.seen = { largest: 0, shift: 0, blocking: 0 }
  const on = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  on('largest-contentful-paint', ({ startTime }) => { seen.largest = startTime })
  on('layout-shift', ({ value }) => { seen.shift += value })
  on('longtask', ({ duration }) => { seen.blocking += Math.max(0, duration - 50) })`
const REPORT = `({ ...seen, first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN })`

interface Seen {
  first: number
  largest: number
  shift: number
  blocking: number
}

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Null without Chromium. */
export async function measurePageLoad(url: string): Promise<PageLoad | null> {
  if (!EXECUTABLE) return null
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const loads: Seen[] = []
    const kinds = new Map<string, string>()
    for (let load = 0; load < LOADS; load++) {
      // A reader who was never here: nothing is cached.
      const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
      const page = await context.newPage()
      page.on('request', (request) => kinds.set(request.url(), request.resourceType()))
      const slow = await context.newCDPSession(page)
      await slow.send('Network.enable')
      await slow.send('Network.emulateNetworkConditions', SLOW)
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await page.addInitScript(OBSERVE)
      await page.goto(url, { waitUntil: 'networkidle' })
      loads.push((await page.evaluate(REPORT)) as Seen)
      await context.close()
    }
    const bytesOf = async (kind: string) => {
      const bodies = [...kinds].filter(([, each]) => each === kind).map(([address]) => fetch(address))
      const sizes = (await Promise.all(bodies)).map(
        async (body) => gzipSync(Buffer.from(await body.arrayBuffer())).length,
      )
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    }
    return {
      firstPaintMs: median(loads.map(({ first }) => first)),
      largestPaintMs: median(loads.map(({ largest }) => largest)),
      shift: Math.max(...loads.map(({ shift }) => shift)),
      blockingMs: median(loads.map(({ blocking }) => blocking)),
      requests: kinds.size,
      styles: await bytesOf('stylesheet'),
      scripts: await bytesOf('script'),
    }
  } finally {
    await browser.close()
  }
}

export function pageLoadVerdicts(load: PageLoad): Verdict[] {
  const limit = (what: string, value: number, most: number, unit: string, digits = 0): Verdict => ({
    what: `web in Chromium, slowed: ${what}`,
    measured: `${number(value, digits)}${unit}`,
    target: `≤ ${most}${unit}`,
    met: value <= most,
  })
  return [
    limit('first contentful paint', load.firstPaintMs, 1_500, ' ms'),
    limit('largest contentful paint', load.largestPaintMs, 2_000, ' ms'),
    limit('layout shift', load.shift, 0, '', 3),
    limit('blocking time', load.blockingMs, 100, ' ms'),
    limit('requests', load.requests, 6, ''),
    limit('CSS, gzip', load.styles / 1000, 20, ' kB', 1),
    limit('scripts, gzip', load.scripts / 1000, 15, ' kB', 1),
  ]
}
