import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '../../src/platform/project-root.ts'

const isRequired = process.env.CI === 'true' || process.env.QUIRE_OPERATIONS === 'required'

/** Whether to run tests with a program. If the programs are required, tests fail without it. */
export const has = (program: string, ...args: string[]): boolean =>
  isRequired || spawnSync(program, args).error === undefined

/** The path of a file for operators. */
export const operationsFile = (name: string): string => join(projectRoot, 'docs/operations', name)

/** Runs a program to its end. */
export function runProgram(
  program: string,
  args: string[],
  input?: string,
  env = process.env,
): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { input, env, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

/** A program that runs until the test ends it. */
export class Running {
  readonly child: ChildProcess
  output = ''

  constructor(program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
    this.child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
    }
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const ended = once(this.child, 'exit')
    this.child.kill(signal)
    await ended
  }
}
