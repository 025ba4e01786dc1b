import type { Command } from './server-process.ts'

/** The code that a process runs first. */
const REPORT = `const { Module } = WebAssembly
WebAssembly.Module = class extends Module {
  constructor(bytes) {
    super(bytes)
    process.stderr.write('Compiled an engine of ' + bytes.byteLength + ' bytes\\n')
  }
}`

/** Lets a process report each WebAssembly module that it compiles. Those are the engines of Prisma. */
export const reportingEngines = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(REPORT).replaceAll("'", '%27')}`,
}

/** How many a process has compiled so far. */
export const enginesOf = ({ notes }: Command): number =>
  notes.filter((line) => line.startsWith('Compiled an engine')).length
