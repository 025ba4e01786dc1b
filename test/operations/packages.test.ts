import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { variables } from '../../src/config/variables.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import {
  composeEnvironment,
  readCompose,
  readDockerfile,
  readKubernetes,
  readProjectFile,
} from './container-files.ts'
import { runProgram } from './programs.ts'

const settings = Object.keys(variables)

describe('compose.yaml', () => {
  const compose = readCompose()
  const { services } = compose

  it('has two nodes with the same valid settings, a database, Redis and nginx', () => {
    expect(Object.keys(services)).toEqual(['node-1', 'node-2', 'postgres', 'redis', 'nginx'])
    const environment = services['node-1']?.environment ?? {}
    expect(services['node-2']?.environment).toEqual(environment)
    for (const name of Object.keys(environment)) expect(settings).toContain(name)
    const given = { POSTGRES_PASSWORD: 'secret', SECRET_KEY: 'k'.repeat(32) }
    expect(() => loadConfig(composeEnvironment('node-1', given))).not.toThrow()
  })

  it('refers to services, volumes and files that exist', () => {
    for (const service of Object.values(services)) {
      for (const name of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(name)
      for (const [source = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
        if (source.startsWith('./')) expect(() => readProjectFile(source)).not.toThrow()
        else expect(compose.volumes).toHaveProperty(source)
      }
    }
  })
})

describe('the Kubernetes example', () => {
  const { errors, objects, find } = readKubernetes()

  it('is valid YAML with the expected objects, and valid settings', () => {
    expect(errors).toEqual([])
    expect(objects.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'Ingress',
    ])
    const { data } = find('ConfigMap')
    for (const name of Object.keys(data)) expect(settings).toContain(name)
    // The address of the mail server is part of the secret.
    const { drainMs } = loadConfig({ ...data, SMTP_URL: 'smtps://mail.example.com' })
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
  const lines = readProjectFile('Dockerfile').split('\n')

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
    for (const name of Object.keys(readDockerfile().environment)) {
      expect([...settings, 'NODE_ENV']).toContain(name)
    }
  })
})
