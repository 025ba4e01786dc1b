import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { serveMetrics } from '../../src/http/metrics.ts'
import { Metrics } from '../../src/platform/observing/metrics.ts'
import { startApp } from '../support/app.ts'
import { send } from '../support/refusals.ts'
import { freePort } from '../support/server-process.ts'
import { has, operationsFile, Running, runProgram } from './programs.ts'

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

const dashboard = JSON.parse(readFileSync(operationsFile('dashboard.json'), 'utf8')) as Dashboard
const expressions = dashboard.panels.flatMap(({ targets }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
)
const namesIn = (text: string) => [...new Set(text.match(/\b(?:quire|nodejs|process)_\w+/g))]

const folder = mkdtempSync(join(tmpdir(), 'quire-prometheus-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(has('prometheus', '--version') && has('promtool', '--version'))('Prometheus', () => {
  it('accepts the rules and the configuration', () => {
    expect(runProgram('promtool', ['check', 'rules', operationsFile('alerts.yml')])).toMatchObject({
      status: 0,
    })
    expect(runProgram('promtool', ['check', 'config', operationsFile('prometheus.yml')])).toMatchObject({
      status: 0,
    })
  })

  it('reads the metrics of a node, evaluates the rules, and answers every query of the dashboard', async () => {
    const metrics = new Metrics()
    const t = await startApp({ metrics, environment: { RUN_JOBS: 'true' } })
    const served = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
    const port = await freePort()
    copyFileSync(operationsFile('alerts.yml'), join(folder, 'alerts.yml'))
    const config = readFileSync(operationsFile('prometheus.yml'), 'utf8')
      .replace('127.0.0.1:9464', `127.0.0.1:${served.port}`)
      .replace('15s', '1s')
    writeFileSync(join(folder, 'prometheus.yml'), config)
    const prometheus = new Running('prometheus', [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ])
    const ask = async (path: string) =>
      (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()) as {
        status: string
        error?: string
        data: {
          result: unknown[]
          activeTargets: { health: string; lastError: string }[]
          groups: { rules: { health: string; lastError?: string }[] }[]
        }
      }
    const query = (expression: string) => ask(`query?query=${encodeURIComponent(expression)}`)
    try {
      const { id: organizationId } = await t.build.buildOrganization()
      const { token } = await t.build.buildPerson({ organizationId, role: 'admin' })
      for (let count = 0; count < 5; count++)
        await send(t.origin, `/v1/orgs/${organizationId}/spaces`, { token, json: { title: 'X' } })

      const text = await metrics.text()
      const { output } = runProgram('promtool', ['check', 'metrics'], text)
      // The library names three of its own gauges like counters.
      expect(output.split('\n').filter((line) => line !== '' && !line.startsWith('nodejs_active_'))).toEqual(
        [],
      )
      await vi.waitFor(
        async () => {
          const { data } = await ask('targets')
          expect(data.activeTargets[0]?.health, data.activeTargets[0]?.lastError).toBe('up')
          expect((await query('quire_requests_total{operation="spaces.create"}')).data.result).toHaveLength(1)
        },
        { timeout: 30_000, interval: 200 },
      )
      for (const expression of expressions) {
        const { status, error } = await query(expression)
        expect(status, `${expression}: ${error}`).toBe('success')
      }
      await vi.waitFor(
        async () => {
          const { data } = await ask('rules')
          const rules = data.groups.flatMap(({ rules }) => rules)
          expect(rules.length).toBeGreaterThan(5)
          for (const rule of rules) expect(rule.health, rule.lastError).toBe('ok')
        },
        { timeout: 60_000, interval: 500 },
      )
      // Every metric in the dashboard and the rules is one that a node has.
      const rules = readFileSync(operationsFile('alerts.yml'), 'utf8')
      for (const name of namesIn(expressions.join('\n') + rules)) {
        const family = name.replace(/_(?:bucket|count|sum)$/, '')
        expect(text, name).toContain(`# TYPE ${family} `)
      }
    } finally {
      await prometheus.end()
      served.close()
      await t.close()
    }
  })
})
