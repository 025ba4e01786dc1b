import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../src/platform/project-root.ts'

/** A child process: a server or a load generator. */
export interface Child {
  name: string
  pid: number
  origin: string
  /** Sends a message to a child process that responds to each message, in order. */
  ask<Answer>(message: object): Promise<Answer>
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()

/** Every Node contestant gets the flags of `npm start`, and those that the server sets itself (`src/server/v8-flags.ts`). */
const NODE_FLAGS = ['--max-semi-space-size=64', '--no-allocation-site-pretenuring']
/** The same for all checkouts: a database is bound to the key of the first server that used it. */
export const BENCH_SECRET_KEY = 'bench-key-bench-key-bench-key-bench-key'
const STOP_MS = 5_000
const START_MS = 30_000

function childOf(name: string, child: ChildProcess, origin: string): Child {
  return {
    name,
    pid: child.pid ?? 0,
    origin,
    ask: async <Answer>(message: object) => {
      const answer = answerOf<Answer>(name, child)
      child.send(message)
      return answer
    },
    stop: () => stop(child),
  }
}

/** The next message, or the reason why there will be none. */
async function answerOf<Answer>(name: string, child: ChildProcess): Promise<Answer> {
  const listening = new AbortController()
  const { signal } = listening
  try {
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${name} ended with ${code}`)
      }),
    ])
    const { failure } = answer as { failure?: string }
    if (failure !== undefined) throw new Error(`${name}: ${failure}`)
    return answer as Answer
  } finally {
    listening.abort()
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (!running.delete(child) || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(timer)
}

/** Stops all child processes, also after a failure. */
export async function stopChildren(): Promise<void> {
  await Promise.all([...running].map(stop))
}

/** Starts a script of this folder. A server reports its port. */
export async function startScript(
  name: string,
  script: string,
  environment: Record<string, string> = {},
  execPath = process.execPath,
): Promise<Child> {
  const child = fork(join(projectRoot, 'bench', script), [], {
    execPath,
    execArgv: NODE_FLAGS,
    env: { ...process.env, NODE_ENV: 'production', GRAPHILE_TURBO: '1', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  running.add(child)
  const { port } = await answerOf<{ port: number }>(name, child)
  return childOf(name, child, `http://127.0.0.1:${port}`)
}

/** The environment that makes Node write a CPU profile to a folder, if one is set. */
export function profiling(folder: string | undefined): string[] {
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

/** Flags with which a gateway answers each message with the size of its heap. */
export const memoryOnRequest = [
  '--import',
  pathToFileURL(join(projectRoot, 'bench/memory-on-request.mjs')).href,
]

/** Flags with which a gateway compiles no query. */
export const withoutCompiler = [
  '--import',
  pathToFileURL(join(projectRoot, 'bench/without-compiler.mjs')).href,
]

export interface QuireOptions {
  environment: Record<string, string>
  nodeFlags?: string[]
  /** The checkout to start. */
  root?: string
}

/** Starts the gateway the way `npm start` does, and waits until it is ready. */
export async function startQuire({
  environment,
  nodeFlags = [],
  root = projectRoot,
}: QuireOptions): Promise<Child> {
  const script = join(root, 'src/tools/start.mjs')
  const port = await freePort()
  const child = spawnServer([...nodeFlags, script], root, { PORT: String(port), ...environment })
  return readyChild(child, port)
}

/** Starts a node for each environment, all in one process. The checkout is already built. */
export async function startNodes(environments: Record<string, string>[]): Promise<Child[]> {
  const ports: number[] = []
  for (const _ of environments) ports.push(await freePort())
  const nodes = environments.map((environment, index) => ({ PORT: String(ports[index]), ...environment }))
  const script = join(projectRoot, 'bench/contestants/nodes-of-one-process.mjs')
  const child = spawnServer([script], projectRoot, { NODE_ENV: 'production', NODES: JSON.stringify(nodes) })
  return Promise.all(ports.map((port) => readyChild(child, port)))
}

function spawnServer(args: string[], root: string, environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [...NODE_FLAGS, ...args], {
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      RATE_LIMIT: '0',
      MAX_QUERY_COST: '100000000',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '0',
      SECRET_KEY: BENCH_SECRET_KEY,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  running.add(child)
  return child
}

async function readyChild(child: ChildProcess, port: number): Promise<Child> {
  const origin = `http://127.0.0.1:${port}`
  const deadline = Date.now() + START_MS
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`The gateway ended with ${child.exitCode}`)
    if (Date.now() > deadline) throw new Error('The gateway did not get ready')
    await pause(5)
  }
  return childOf('gateway', child, origin)
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/readyz`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
