import type { Command } from 'prosemirror-state'
import { nodeName } from './source/tags.ts'

/** The element by which a tag is edited besides its text. */
export const FIELD = 'data-field'

const withField = new Set(['hint', 'tab', 'update', 'prompt', 'if'].map(nodeName))

/** From a text to the field of the nearest tag around it, such as the title of a tab. */
export const toField: Command = ({ selection: { $from } }, _dispatch, view) => {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if (!withField.has($from.node(depth).type.name)) continue
    const dom = view?.nodeDOM($from.before(depth))
    const field = dom instanceof HTMLElement ? dom.querySelector<HTMLElement>(`[${FIELD}]`) : null
    if (!field) return false
    field.focus()
    if (field instanceof HTMLInputElement) field.select()
    return true
  }
  return false
}
