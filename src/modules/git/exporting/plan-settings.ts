import { posix } from 'node:path'
import { MovedLinks, type Moves, type TreeSettings } from '../../import/index.ts'
import type { Variables } from '../../revisions/index.ts'
import type { Layout } from './export-paths.ts'
import type { FilePlan } from './file-plan.ts'
import { redirectsText } from './redirects-text.ts'
import { variablesText } from './variables-text.ts'

interface Planning {
  files: FilePlan
  settings: TreeSettings
  layout: Layout
  /** Whether there is no commit to add to. Then the files of the last repository are written as they were. */
  isNew: boolean
}

const VARIABLES = '.gitbook/vars.yaml'

export async function planVariables(
  { files, settings, layout: { directory, root }, isNew }: Planning,
  variables: Variables,
): Promise<void> {
  const inTree = posix.join(root, VARIABLES)
  const path = posix.join(directory, inTree)
  const kept = isNew ? settings.others?.find((file) => file.path === inTree) : undefined
  const current = (await files.textAt(path)) ?? kept
  const text = variablesText(variables, current?.text)
  if (text === null) files.deleted.add(path)
  else if (text !== undefined && (isNew || text !== current?.text)) files.writeText(path, text, current)
}

/** Plans the settings, whose redirects lead to files that may move, and the files that are no content. */
export async function planSettings(planning: Planning, moves: Moves): Promise<TreeSettings> {
  const { files, settings, layout, isNew } = planning
  const { directory, root } = layout
  if (isNew) {
    for (const { path, text, ...stored } of settings.others ?? []) {
      if (path !== posix.join(root, VARIABLES)) files.writeText(posix.join(directory, path), text, stored)
    }
  }
  const { source } = settings
  if (source === undefined) return settings
  const path = posix.join(directory, source.path)
  const current = isNew ? source : await files.textAt(path)
  if (current === undefined) return settings
  const links = new MovedLinks(moves)
  const top = posix.join(layout.formerDirectory, root, 'x')
  const target = (to: string): string => {
    // A slash at the beginning means the folder of the content here.
    const [, slash = '', path = ''] = /^(\/*)(.*)$/s.exec(to) ?? []
    return slash + (links.hrefOf(path, top, posix.join(directory, root, 'x')) ?? path)
  }
  const text = redirectsText(current.text, target)
  if (isNew || text !== current.text) files.writeText(path, text, current)
  const redirects = Object.fromEntries(
    Object.entries(settings.redirects).map(([from, to]) => [
      from,
      posix.join(root, target(posix.relative(root, to))),
    ]),
  )
  return { ...settings, redirects, source: { ...source, text } }
}
