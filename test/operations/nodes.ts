import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { freePort } from '../support/server-process.ts'
import { readDockerfile } from './container-files.ts'
import { Running } from './programs.ts'

/** A container of the image, as a file for operators describes it. */
export interface Described {
  /** What the file adds to the settings of the image. */
  environment: Record<string, string>
  /** Replaces the command of the image. */
  command?: string[] | undefined
  /** The paths at which volumes are mounted. */
  mounts: string[]
  /** A folder of this node alone. */
  folder: string
}

/** A node in a process instead of a container: the same program and settings, with addresses and folders of this machine. */
export class Node {
  readonly environment: Record<string, string>
  readonly #running: Running

  private constructor(environment: Record<string, string>, args: string[]) {
    this.environment = environment
    const { PATH = '', HOME = '' } = process.env
    this.#running = new Running(process.execPath, args, {
      cwd: projectRoot,
      env: { PATH, HOME, ...environment },
    })
  }

  static async start({ environment, command, mounts, folder }: Described): Promise<Node> {
    const image = readDockerfile()
    const { DATA_DIR = '', ...settings } = { ...image.environment, ...environment }
    // What is written elsewhere is lost with the container.
    expect(mounts).toContain(DATA_DIR)
    const dataDir = join(folder, DATA_DIR)
    mkdirSync(dataDir, { recursive: true })
    const [program, ...args] = [...image.entrypoint.slice(2), ...(command ?? image.command)]
    expect([...image.entrypoint.slice(0, 2), program]).toEqual(['tini', '--', 'node'])
    // Containers are reached from outside, which a process on this machine must not be.
    expect([settings.HOST, settings.METRICS_HOST]).toEqual(['0.0.0.0', '0.0.0.0'])
    return new Node(
      {
        ...settings,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        METRICS_HOST: '127.0.0.1',
        PORT: String(await freePort()),
        METRICS_PORT: String(await freePort()),
      },
      args,
    )
  }

  get port(): number {
    return Number(this.environment.PORT)
  }

  get output(): string {
    return this.#running.output
  }

  get(path: string, port = this.port): Promise<Response> {
    return fetch(`http://127.0.0.1:${port}${path}`)
  }

  /** Waits until a check succeeds; fails at once if the node has ended. */
  async until(check: () => Promise<boolean> | boolean): Promise<void> {
    await vi.waitUntil(
      async () => {
        if (this.#running.child.exitCode !== null) throw new Error(`The node has ended:\n${this.output}`)
        return check()
      },
      { timeout: 60_000, interval: 100 },
    )
  }

  end(): Promise<void> {
    return this.#running.end('SIGINT')
  }
}

/** The first token, which the comments of the files look for in the output of the nodes. */
export function firstTokenOf(nodes: Node[]): string {
  const lines = nodes.flatMap(({ output }) => output.split('\n')).filter((line) => /Token .*qre_/.test(line))
  expect(lines).toHaveLength(1)
  return /qre_\S+/.exec(lines[0] ?? '')?.[0] ?? ''
}
