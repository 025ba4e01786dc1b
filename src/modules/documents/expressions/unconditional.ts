import { tagIn } from '../parsing/pairs.ts'

/**
 * A line without what its conditions could hide. A title or a description is the same for every reader, so text of a
 * condition cannot be part of it. A condition without an end applies to the rest of the line.
 */
export function unconditionalText(line: string): string {
  let kept = ''
  let depth = 0
  let from = 0
  for (let start = line.indexOf('{%'); start !== -1; start = line.indexOf('{%', from)) {
    const close = line.indexOf('%}', start + 2)
    if (close === -1) break
    const tag = tagIn(line.slice(start, close + 2))
    const isCondition = tag?.name === 'if'
    if (depth === 0) kept += line.slice(from, isCondition ? start : close + 2)
    if (isCondition) depth = Math.max(0, depth + (tag.isEnd ? -1 : 1))
    from = close + 2
  }
  return depth === 0 ? kept + line.slice(from) : kept
}
