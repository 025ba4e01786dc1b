import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { loadConfig } from '../../src/config/config.ts'
import { variables } from '../../src/config/variables.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import { operationsFile, runProgram } from './programs.ts'

const settings = Object.keys(variables)
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

/** The parts of the Compose specification that the file uses. Unknown keys are errors. */
const Healthcheck = z.strictObject({
  test: z.array(z.string()),
  interval: z.string(),
  timeout: z.string(),
  retries: z.int(),
})
const Service = z.strictObject({
  build: z.string().optional(),
  image: z.string(),
  restart: z.literal('unless-stopped'),
  stop_grace_period: z.string().optional(),
  shm_size: z.string().optional(),
  command: z.array(z.string()).optional(),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)).optional(),
  healthcheck: Healthcheck.optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
})
const Compose = z.strictObject({
  'x-node': z.unknown(),
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
})

describe('compose.yaml', () => {
  const compose = Compose.parse(parse(read('compose.yaml'), { merge: true }))
  const { services } = compose

  it('has two nodes with the same valid settings, a database, Redis and nginx', () => {
    expect(Object.keys(services)).toEqual(['node-1', 'node-2', 'postgres', 'redis', 'nginx'])
    const environment = services['node-1']?.environment ?? {}
    expect(services['node-2']?.environment).toEqual(environment)
    for (const name of Object.keys(environment)) expect(settings).toContain(name)
    const values = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+:\?[^}]*\}/g, 'x'.repeat(32)),
    ])
    expect(() => loadConfig(Object.fromEntries(values))).not.toThrow()
  })

  it('refers to services, volumes and files that exist', () => {
    for (const service of Object.values(services)) {
      for (const name of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(name)
      for (const [source = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
        if (source.startsWith('./')) expect(() => read(source)).not.toThrow()
        else expect(compose.volumes).toHaveProperty(source)
      }
    }
  })
})

describe('the Kubernetes example', () => {
  const documents = parseAllDocuments(readFileSync(operationsFile('kubernetes.yaml'), 'utf8'))
  const objects = documents.map((document) => document.toJS() as Record<string, never> & { kind: string })
  const find = (kind: string) =>
    objects.find((each) => each.kind === kind) as never as {
      data: Record<string, string>
      spec: {
        selector: Record<string, never>
        template: {
          metadata: { labels: object }
          spec: {
            containers: {
              ports: { name: string }[]
              readinessProbe: { httpGet: { path: string } }
              livenessProbe: { httpGet: { path: string } }
            }[]
            terminationGracePeriodSeconds: number
          }
        }
      }
    }

  it('is valid YAML with the expected objects, and valid settings', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([])
    expect(objects.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'Ingress',
    ])
    const { data } = find('ConfigMap')
    for (const name of Object.keys(data)) expect(settings).toContain(name)
    const { drainMs } = loadConfig(data)
    expect(find('Deployment').spec.template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
      2 * drainMs,
    )
  })

  it('selects its pods, and probes the paths of the server', () => {
    const { selector, template } = find('Deployment').spec
    expect(selector.matchLabels).toEqual(template.metadata.labels)
    expect(find('Service').spec.selector).toEqual(template.metadata.labels)
    const [container] = template.spec.containers
    expect(container?.readinessProbe.httpGet.path).toBe('/readyz')
    expect(container?.livenessProbe.httpGet.path).toBe('/livez')
  })
})

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').split('\n')

  it('copies files that exist, runs as another user than root and has a health check', () => {
    const sources = lines.flatMap((line) => {
      const [, rest] = /^COPY (?!--from)(.+)$/.exec(line) ?? []
      return rest?.split(' ').slice(0, -1) ?? []
    })
    const tracked = runProgram('git', ['-C', projectRoot, 'ls-files', '--', ...sources]).output
    for (const source of sources) expect(tracked, source).toMatch(new RegExp(`^${source}(/|$)`, 'm'))
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2)
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findIndex((line) => line.startsWith('VOLUME')))
    expect(lines.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true)
    const [, environment = ''] = /^ENV (.+)$/m.exec(lines.join('\n')) ?? []
    for (const [name = ''] of environment.split(' ').map((pair) => pair.split('='))) {
      expect([...settings, 'NODE_ENV']).toContain(name)
    }
  })
})
