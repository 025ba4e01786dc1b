import type { PageTree } from '../../content/index.ts'
import type { FileRecord, GitOrigin, PageRecord, ReusableRecord } from '../../revisions/index.ts'
import { ExportPaths, type Layout } from './export-paths.ts'
import { hasFile, pagesIn } from './outline.ts'

/** The content of a space that has files in a repository. */
export interface SpaceContent {
  tree: readonly PageTree[]
  reusables: ReadonlyMap<string, ReusableRecord>
  files: ReadonlyMap<string, FileRecord>
}

/** What a file of the repository is made of, and its path. */
export interface Placed<Value> {
  id: string
  value: Value
  path: string
}

export interface SpaceFiles {
  pages: Placed<PageRecord>[]
  reusables: Placed<ReusableRecord>[]
  files: Placed<FileRecord>[]
  /** The new paths of files that move, by their former ones. */
  moves: Map<string, string>
}

interface Known {
  /** The object ids of all files of the commit to add to, by path. */
  oids: ReadonlyMap<string, string>
  /** The object ids that the files of a space have had with these paths, by id: a node that died may have pushed them. */
  written?: (files: SpaceFiles) => Promise<ReadonlyMap<string, string>>
}

/** Chooses the paths of all files of a space. */
export async function spaceFiles(
  content: SpaceContent,
  layout: Layout,
  { oids, written }: Known,
): Promise<SpaceFiles> {
  if (!written) return placed(content, new ExportPaths(layout, oids), new Map())
  const first = placed(content, new ExportPaths(layout, storedIn(content)), new Map())
  return placed(content, new ExportPaths(layout, oids), await written(first))
}

function placed(content: SpaceContent, paths: ExportPaths, written: ReadonlyMap<string, string>): SpaceFiles {
  const moves = new Map<string, string>()
  const place = <Value extends { git?: GitOrigin }>(
    id: string,
    value: Value,
    path: string,
  ): Placed<Value> => {
    if (value.git && value.git.path !== path) moves.set(value.git.path, path)
    return { id, value, path }
  }
  const nodes = [...pagesIn(content.tree)].filter(hasFile)
  for (const node of nodes) paths.release(node)
  const pages = nodes.map((node) =>
    place(node.id, node.page, paths.ofPage(node, node.pages.length > 0, written.get(node.id))),
  )
  const reusables = [...content.reusables].map(([id, value]) =>
    place(id, value, paths.ofReusable(value, written.get(id))),
  )
  const files = [...content.files].map(([id, value]) =>
    place(id, value, paths.ofFile(value, written.get(id))),
  )
  return { pages, reusables, files, moves }
}

/** The paths of content that has files already. */
function storedIn({ tree, reusables, files }: SpaceContent): Map<string, string> {
  const records: { git?: GitOrigin }[] = [
    ...[...pagesIn(tree)].map(({ page }) => page),
    ...reusables.values(),
    ...files.values(),
  ]
  return new Map(records.flatMap(({ git }) => (git ? [[git.path, '']] : [])))
}
