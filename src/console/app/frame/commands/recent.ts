import { keepStored, readStored } from '../stored.ts'
import type { Command } from './command.ts'

const KEY = 'recent'
const MAX_RECENT = 6

/** The places that were opened last with the command menu in this browser. */
export function recentCommands(): Command[] {
  try {
    const kept = JSON.parse(readStored(KEY) ?? '[]') as Command[]
    return kept.filter(({ id, label, href }) => [id, label, href].every((text) => typeof text === 'string'))
  } catch {
    return []
  }
}

export function noteRecent({ id, label, detail, icon, href }: Command): void {
  const others = recentCommands().filter((command) => command.id !== id)
  keepStored(KEY, JSON.stringify([{ id, label, detail, icon, href }, ...others].slice(0, MAX_RECENT)))
}
