import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { NodeSelection, type Plugin, TextSelection } from 'prosemirror-state'
import { fenced } from '../forms/code-source.ts'
import { OPEN } from './changes.ts'
import { schema } from './source/schema.ts'

const { nodes } = schema

/** A line that becomes an island. A line across has no form to open. */
const islandRule = (typed: RegExp, source: (found: RegExpMatchArray) => string, kind: string) =>
  new InputRule(typed, (state, found, from) => {
    const $from = state.doc.resolve(from)
    if ($from.parent.type !== nodes.paragraph || $from.parent.content.size !== found[0].length - 1)
      return null
    const island = nodes.island.create({ source: source(found), kind })
    const tr = state.tr.replaceWith($from.before(), $from.after(), [island, nodes.paragraph.create()])
    const isLine = kind === 'divider'
    if (isLine) return tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(from)))
    return tr.setSelection(NodeSelection.create(tr.doc, $from.before())).setMeta(OPEN, true)
  })

/** `[ ] ` at the start of an item makes it a task. */
const taskRule = new InputRule(/^\[([ xX])\]\s$/, (state, [, box = ' '], from, to) => {
  const $from = state.doc.resolve(from)
  if ($from.node(-1)?.type !== nodes.list_item || $from.index(-1) !== 0) return null
  return state.tr.delete(from, to).setNodeAttribute($from.before(-1), 'checked', box !== ' ')
})

/** What is typed at the start of a line as in Markdown. */
export const typingRules = (): Plugin =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, marks = '#']) => ({ level: marks.length })),
      wrappingInputRule(/^([-+*])\s$/, nodes.bullet_list, ([, marker = '*']) => ({ marker })),
      wrappingInputRule(
        /^(\d{1,9})([.)])\s$/,
        nodes.ordered_list,
        ([, start = '1', marker = '.']) => ({ start: Number(start), marker }),
        ([, start], list) => list.childCount + (list.attrs.start as number) === Number(start),
      ),
      wrappingInputRule(/^>\s$/, nodes.blockquote),
      taskRule,
      islandRule(/^```(\S*) $/, ([, language = '']) => fenced('', language), 'code'),
      islandRule(/^(?:---|\*\*\*)$/, () => '***', 'divider'),
    ],
  })
