import { createInterface } from 'node:readline/promises'
import { CommandError, type CommandInput } from './command.ts'

/** The option of commands that ask before they remove something for good. */
export const YES = { type: 'boolean', description: 'do not ask for confirmation' } as const

/** Asks the operator to type a word, unless `--yes` was given. Without a terminal, nobody could answer. */
export async function confirm({ values }: CommandInput, what: string, word: string): Promise<void> {
  if (values.yes === true) return
  if (!process.stdin.isTTY) throw new CommandError(`${what} Pass --yes to confirm it.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const typed = await terminal.question(`${what} Type ${word} to confirm it: `)
    if (typed.trim() !== word) throw new CommandError('Nothing was changed, because it was not confirmed.')
  } finally {
    terminal.close()
  }
}
