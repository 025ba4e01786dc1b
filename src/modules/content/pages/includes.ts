import { includedName } from '../../documents/index.ts'
import type { ReusableRecord } from '../../revisions/index.ts'

const INCLUDE = /\{%\s*include\s+(?:"([^"]*)"|'([^']*)')\s*%\}/g
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** The targets of `{% include "…" %}` in a source, as written, except in code. */
export function includesIn(markdown: string): string[] {
  if (!markdown.includes('{%')) return []
  const targets: string[] = []
  let fence: string | null = null
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null
      continue
    }
    if (mark) fence = mark
    else for (const [, double, single] of line.matchAll(INCLUDE)) targets.push(double ?? single ?? '')
  }
  return targets
}

/** Whether a target refers to a reusable content: by its id, or by the file it was imported from. */
export function isIncludeOf(target: string, id: string, { git }: ReusableRecord): boolean {
  const name = target.split('/').at(-1) ?? target
  if (name === id || name === `${id}.md`) return true
  return git !== undefined && includedName(target) === includedName(git.path)
}
