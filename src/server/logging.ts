import { writeSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { logOutput } from '../platform/log-output.ts'

/** The log of the process, on standard output. */
export function createLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Logger {
  const options = { level: logLevel, redact: ['*.authorization', '*.token'] }
  if (logFormat === 'json') return pino(options, logOutput())
  return pino(options, { write: (line: string) => void writeSync(1, prettyLine(line)) })
}

interface Line {
  level: number
  time: number
  msg?: string
  err?: { stack?: string; message?: string }
  [field: string]: unknown
}

const KNOWN_TO_ALL = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

/** A line of the log for people: time, level, message, fields, and the stack of an error below. */
export function prettyLine(json: string): string {
  const line = JSON.parse(json) as Line
  const level = (pino.levels.labels[line.level] ?? String(line.level)).toUpperCase().padEnd(5)
  const fields = Object.entries(line)
    .filter(([name, value]) => !KNOWN_TO_ALL.has(name) && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const head = [new Date(line.time).toISOString().slice(11, 23), level, line.msg ?? '', ...fields].join(' ')
  const below = line.err ? `\n  ${(line.err.stack ?? line.err.message ?? '').replaceAll('\n', '\n  ')}` : ''
  return `${head}${below}\n`
}
