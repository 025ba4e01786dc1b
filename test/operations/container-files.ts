import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { projectRoot } from '../../src/platform/project-root.ts'
import { operationsFile } from './programs.ts'

export const readProjectFile = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

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

export const readCompose = () => Compose.parse(parse(readProjectFile('compose.yaml'), { merge: true }))

/** The settings of a service, with the values of an operator for variables that have no default. */
export function composeEnvironment(service: string, given: Record<string, string>): Record<string, string> {
  const environment = readCompose().services[service]?.environment ?? {}
  const resolve = (text: string) =>
    text.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/g, (_, name: string, value) => given[name] ?? value ?? '')
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, resolve(value)]))
}

interface Probe {
  httpGet: { path: string; port: string }
}

/** The parts of the Kubernetes objects that tests read. */
export interface Container {
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  args?: string[]
  ports: { name: string; containerPort: number }[]
  startupProbe: Probe
  readinessProbe: Probe
  livenessProbe: Probe
  volumeMounts: { name: string; mountPath: string }[]
}
interface KubernetesObject {
  kind: string
  metadata: { name: string }
  data: Record<string, string>
  spec: {
    replicas: number
    selector: Record<string, unknown>
    ports: { name: string; port: number; targetPort: string }[]
    rules: {
      host: string
      http: { paths: { path: string; backend: { service: { name: string; port: { name: string } } } }[] }
    }[]
    template: {
      metadata: { labels: object; annotations: Record<string, string> }
      spec: { containers: Container[]; terminationGracePeriodSeconds: number; volumes: { name: string }[] }
    }
  }
}

const KUBERNETES = readFileSync(operationsFile('kubernetes.yaml'), 'utf8')

export function readKubernetes() {
  const documents = parseAllDocuments(KUBERNETES)
  const objects = documents.map((document) => document.toJS() as KubernetesObject)
  const find = (kind: string): KubernetesObject => {
    const found = objects.find((each) => each.kind === kind)
    if (!found) throw new Error(`docs/operations/kubernetes.yaml has no ${kind}.`)
    return found
  }
  return { errors: documents.flatMap(({ errors }) => errors), objects, find }
}

/** The variables of the secret that the comment of the file creates. */
export const kubernetesSecret = (): string[] =>
  [...KUBERNETES.matchAll(/--from-literal=(\w+)=/g)].map(([, name = '']) => name)

/** The settings and commands of the image. */
export function readDockerfile() {
  const lines = readProjectFile('Dockerfile')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
  const last = (word: string) => lines.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1)
  const list = (word: string) => JSON.parse(last(word) ?? '[]') as string[]
  return {
    environment: Object.fromEntries(
      (last('ENV') ?? '').split(' ').map((pair) => pair.split('=') as [string, string]),
    ),
    entrypoint: list('ENTRYPOINT'),
    command: list('CMD'),
    healthcheck: JSON.parse(/^.*? CMD (\[.*\])$/.exec(last('HEALTHCHECK') ?? '')?.[1] ?? '[]') as string[],
  }
}
