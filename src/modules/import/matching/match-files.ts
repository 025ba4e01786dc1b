import type { GitOrigin } from '../../revisions/index.ts'

/**
 * Recognizes files by path, then by content, so that a moved file keeps its id. Returns the ids by path. A path that stays
 * is never recognized as another one.
 */
export function matchFiles(
  incoming: readonly GitOrigin[],
  before: ReadonlyMap<string, { git?: GitOrigin }>,
): Map<string, string> {
  const byPath = new Map([...before].flatMap(([id, { git }]) => (git ? [[git.path, id]] : [])))
  const paths = new Set(incoming.map(({ path }) => path))
  const gone = new Map(
    [...before].flatMap(([id, { git }]) => (git && !paths.has(git.path) ? [[git.oid, id]] : [])),
  )
  const matched = new Map<string, string>()
  for (const { path, oid } of incoming) {
    const id = byPath.get(path) ?? gone.get(oid)
    if (id === undefined) continue
    matched.set(path, id)
    if (!byPath.has(path)) gone.delete(oid)
  }
  return matched
}
