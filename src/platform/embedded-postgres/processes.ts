import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that cannot be confused with a later one with the same pid. */
export interface ProcessIdentity {
  pid: number
  birth: string
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, birth: birthOf(process.pid) }
}

export function isSameProcess({ pid, birth }: ProcessIdentity): boolean {
  return isRunning(pid) && birthOf(pid) === birth
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
  // In a container without an init process nothing reaps an orphan: its pid responds to signals forever.
  return procStat(pid)?.[0] !== 'Z'
}

/** The command line of a process, with a space after each word; undefined where it is not available. */
export function commandLineOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    if (process.platform === 'win32') return undefined
    return `${execFileSync('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()} `
  } catch {
    return ''
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

// Clock ticks since boot; other systems only have the pid.
function birthOf(pid: number): string {
  return procStat(pid)?.[19] ?? ''
}

function procStat(pid: number): string[] | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in brackets before these fields and may itself contain spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
