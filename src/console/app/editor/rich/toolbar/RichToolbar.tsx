import { setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { type Command, NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Menu } from '../../../parts/Menu.tsx'
import { MenuItem, MenuLine } from '../../../parts/MenuItem.tsx'
import { texts } from '../../../texts/index.ts'
import { insertables } from '../../insertables.ts'
import { insertMarkdown } from '../changes.ts'
import { schema } from '../source/schema.ts'
import { addColumn, addRow, deleteColumn, deleteRow } from '../tables.ts'
import { Glyph, type GlyphName } from './Glyph.tsx'
import { liftItem, liftQuote, sinkItem, toggleList } from './lists.ts'
import styles from './RichToolbar.module.css'
import type { ToolState } from './tool-state.ts'
import { useBelowHeader } from './use-below-header.ts'
import { useRoving } from './use-roving.ts'

const { marks, nodes } = schema
const LEVELS = [0, 1, 2, 3, 4] as const

interface RichToolbarProps {
  bar: RefObject<HTMLDivElement | null>
  view: EditorView
  tools: ToolState
  onLink: () => void
  onFiles: (files: readonly File[], at: number) => void
}

/** Inserts a block in place of an empty one, or below the block of the cursor. */
function insertBlock(view: EditorView, markdown: string): void {
  const { selection } = view.state
  const at = selection instanceof NodeSelection ? selection.to : selection.$to.pos
  view.focus()
  view.dispatch(insertMarkdown(view.state, markdown, at, at))
}

/** What the text can be formatted with. On a phone, nothing else does it. */
export function RichToolbar({ bar, view, tools, onLink, onFiles }: RichToolbarProps) {
  const t = texts.rich
  const blocks = texts.editor.insertables
  const files = useRef<HTMLInputElement>(null)
  const roving = useRoving(bar, () => view.focus())
  useBelowHeader(bar)
  // A phone shows its keyboard as soon as the text has the focus.
  const run = (command: Command) => () => {
    view.focus()
    command(view.state, view.dispatch, view)
  }
  const nameOf = (level: number) => (level === 0 ? t.paragraph : t.heading(level))
  const style = nameOf(tools.level ?? 0)
  return (
    <div ref={bar} role="toolbar" aria-label={t.toolbar} className={styles.bar} {...roving}>
      <Menu
        button={<span className={styles.style}>{style}</span>}
        label={t.style(style)}
        className={`button small ${styles.menu}`}
      >
        {LEVELS.map((level) => (
          <MenuItem
            key={level}
            isChosen={tools.level === level}
            run={run(level === 0 ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level }))}
          >
            {nameOf(level)}
          </MenuItem>
        ))}
      </Menu>
      <Tool name="strong" label={t.bold} isOn={tools.strong} run={run(toggleMark(marks.strong))} />
      <Tool name="em" label={t.italic} isOn={tools.em} run={run(toggleMark(marks.em))} />
      <Tool name="link" label={t.link} isOn={tools.link} run={onLink} />
      <Tool name="code" label={t.inlineCode} isOn={tools.code} run={run(toggleMark(marks.code))} />
      <Tool name="strike" label={t.strike} isOn={tools.strike} run={run(toggleMark(marks.strike))} />
      <Gap />
      <Menu button={<Glyph name="insert" />} label={t.insertBlock} className={`icon-button ${styles.tool}`}>
        <MenuItem run={() => files.current?.click()}>{t.uploadFile}</MenuItem>
        <MenuLine />
        {Object.entries(blocks).map(([name, label]) => (
          <MenuItem key={name} run={() => insertBlock(view, insertables[name as keyof typeof blocks])}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <Tool
        name="bullet"
        label={blocks.list}
        isOn={tools.list === 'bullet'}
        run={run(toggleList('bullet'))}
      />
      <Tool
        name="numbered"
        label={blocks.numbered}
        isOn={tools.list === 'numbered'}
        run={run(toggleList('numbered'))}
      />
      <Tool name="task" label={blocks.task} isOn={tools.list === 'task'} run={run(toggleList('task'))} />
      {tools.list !== null && (
        <>
          <Tool name="outdent" label={t.outdent} run={run(liftItem)} />
          <Tool name="indent" label={t.indent} run={run(sinkItem)} />
        </>
      )}
      <Tool
        name="quote"
        label={blocks.quote}
        isOn={tools.isQuote}
        run={run(tools.isQuote ? liftQuote : wrapIn(nodes.blockquote))}
      />
      {tools.isTable && (
        <Menu button={<Glyph name="table" />} label={t.tableTools} className={`icon-button ${styles.tool}`}>
          <MenuItem run={run(addRow)}>{t.addRow}</MenuItem>
          <MenuItem run={run(addColumn)}>{t.addColumn}</MenuItem>
          <MenuLine />
          <MenuItem run={run(deleteRow)}>{t.deleteRow}</MenuItem>
          <MenuItem run={run(deleteColumn)}>{t.deleteColumn}</MenuItem>
        </Menu>
      )}
      <Gap />
      <Tool name="undo" label={t.undo} isOff={!tools.canUndo} run={run(undo)} />
      <Tool name="redo" label={t.redo} isOff={!tools.canRedo} run={run(redo)} />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t.uploadFile}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])], view.state.selection.from)
          target.value = ''
        }}
      />
    </div>
  )
}

interface ToolProps {
  name: GlyphName
  label: string
  /** For what can be on and off. */
  isOn?: boolean
  isOff?: boolean
  run: () => void
}

function Tool({ name, label, isOn, isOff = false, run }: ToolProps) {
  return (
    <button
      type="button"
      className={`icon-button ${styles.tool}`}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      // The text keeps the focus, and a phone its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isOff && run()}
    >
      <Glyph name={name} />
    </button>
  )
}

const Gap = (): ReactNode => <span className={styles.gap} aria-hidden="true" />
