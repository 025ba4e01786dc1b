import { parseArgs } from 'node:util'
import { type Config, ConfigError } from '../config/config.ts'
import { DomainError } from '../core/errors.ts'
import { BackupError } from '../platform/backup/format.ts'
import { DataDirError } from '../platform/data-dir.ts'
import { WrongKeyError } from '../platform/instance-key.ts'
import type { Output } from './output.ts'

/** The exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2, problems: 3 } as const

interface Option {
  type: 'string' | 'boolean'
  /** The placeholder of its value. */
  value?: string
  description: string
  multiple?: boolean
}

export interface CommandInput {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
  positionals: string[]
  config: Config
  out: Output
  /** When the command was started. */
  now: Date
  clock: () => Date
}

export interface Command {
  summary: string
  /** The arguments in the usage, such as `<file>`. */
  positionals?: string
  /** The number of arguments that it needs and accepts; none when omitted. */
  arity?: { least: number; most: number }
  options?: Record<string, Option>
  /** Returns an exit code if it is not 0. */
  run(input: CommandInput): Promise<number | undefined>
}

/** The command was called in a wrong way. The message is followed by the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A problem that the operator can solve. The message says how. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const COMMON: Record<string, Option> = {
  json: { type: 'boolean', description: 'print the result as JSON' },
  help: { type: 'boolean', description: 'print this text' },
}

export function parse(
  name: string,
  command: Command,
  args: string[],
): Pick<CommandInput, 'values' | 'positionals'> {
  const options = { ...command.options, ...COMMON }
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...Object.fromEntries(
          Object.entries(options).map(([key, { type, multiple = false }]) => [key, { type, multiple }]),
        ),
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { least, most } = command.arity ?? { least: 0, most: 0 }
    if (!values.help && (positionals.length < least || positionals.length > most)) {
      throw new Error(
        `${name} takes ${command.positionals ?? 'no arguments'}; ${positionals.length} were given.`,
      )
    }
    return { values, positionals }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

export function usageOf(name: string, command: Command): string {
  const { options = {}, positionals } = command
  const described = Object.entries({ ...options, ...COMMON }).map(([key, { value, description }]) => [
    `--${key}${value === undefined ? '' : ` <${value}>`}`,
    description,
  ])
  const width = Math.max(...described.map(([left = '']) => left.length))
  const lines = described.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`)
  const usage = ['quire', name, ...(positionals ? [positionals] : []), '[options]'].join(' ')
  return [`Usage: ${usage}`, '', command.summary, '', 'Options:', ...lines].join('\n')
}

/** Errors that an operator can act on are one sentence; all others are shown with their stack. */
export function explain(error: unknown): string {
  const isPlain =
    error instanceof CommandError ||
    error instanceof BackupError ||
    error instanceof ConfigError ||
    error instanceof DataDirError ||
    error instanceof WrongKeyError ||
    error instanceof DomainError ||
    (error as { code?: unknown } | null)?.code !== undefined
  if (!(error instanceof Error)) return String(error)
  return isPlain ? error.message : (error.stack ?? error.message)
}
