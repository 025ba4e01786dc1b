import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Dialog } from '../../parts/Dialog.tsx'
import { useSpace } from '../../screens/space/space-context.ts'
import { texts } from '../../texts/index.ts'
import { useEdited } from '../editor-context.ts'
import { type FileName, filesOf } from './files-of.ts'
import styles from './LinkDialog.module.css'
import { addressOf, choicesFor, isAddress, type LinkChoice, pageOf, partsOf } from './link-choices.ts'
import { usePageHeadings } from './page-headings.ts'

interface LinkDialogProps {
  /** The address that the link has. Empty for a new one. */
  href: string
  /** Whether there are words that are the link. Otherwise they are asked for. */
  hasText: boolean
  /** The text that is being edited. */
  text: () => string
  onClose: () => void
  /** Called with the address; an empty one removes the link. */
  onApply: (href: string, words: string) => void
}

/** Where a link leads: a page found by its title, one of its headings, a file, or an address. */
export default function LinkDialog({ href, hasText, text, onClose, onApply }: LinkDialogProps) {
  const { pages } = useSpace()
  const facts = useEdited()
  const places = { path: facts.path, pages }
  const [{ target, anchor }, setParts] = useState(() => partsOf(href, places))
  const [words, setWords] = useState('')
  const [files, setFiles] = useState<readonly FileName[]>([])
  useEffect(() => void filesOf(facts).then(setFiles), [facts])
  const page = pageOf(target, anchor, places)
  const headings = usePageHeadings(page?.pageId, text)
  const t = texts.rich
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const address = addressOf(target)
    if (!page || anchor === '') return onApply(address, words.trim() || (page?.title ?? ''))
    const isHere = page.pageId === facts.pageId
    const title = headings.find(({ id }) => id === anchor)?.title ?? page.title
    onApply(`${isHere ? '' : target}#${anchor}`, words.trim() || title)
  }
  return (
    <Dialog title={t.link} onClose={onClose}>
      <form className={styles.form} onSubmit={apply}>
        <TargetField
          value={target}
          find={(typed) => choicesFor(typed, { ...places, files })}
          onChange={(typed) => setParts({ target: typed, anchor: '' })}
        />
        {headings.length > 0 && (
          <label className="field">
            <span>{t.anchor}</span>
            <select value={anchor} onChange={(event) => setParts({ target, anchor: event.target.value })}>
              <option value="">{t.wholePage}</option>
              {anchor !== '' && !headings.some(({ id }) => id === anchor) && (
                <option value={anchor}>#{anchor}</option>
              )}
              {headings.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        {!hasText && (
          <label className="field">
            <span>{t.linkText}</span>
            <input
              type="text"
              dir="auto"
              value={words}
              placeholder={page?.title ?? ''}
              onChange={(event) => setWords(event.target.value)}
            />
          </label>
        )}
        <p className={styles.actions}>
          {href !== '' && (
            <button type="button" className="button" onClick={() => onApply('', '')}>
              {t.removeLink}
            </button>
          )}
          <button type="submit" className="button primary">
            {t.apply}
          </button>
        </p>
      </form>
    </Dialog>
  )
}

interface TargetFieldProps {
  value: string
  find: (typed: string) => LinkChoice[]
  onChange: (value: string) => void
}

/** A field with what it can lead to below it. Arrow keys choose, Enter takes what is chosen. */
function TargetField({ value, find, onChange }: TargetFieldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(value === '')
  const [active, setActive] = useState(-1)
  const choices = isOpen ? find(value) : []
  const choose = ({ target }: LinkChoice) => {
    onChange(target)
    setOpen(false)
    setActive(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = choices[active]
    if (by !== undefined) {
      setOpen(true)
      const count = isOpen ? choices.length : find(value).length
      if (count > 0) setActive((Math.max(active, by > 0 ? -1 : 0) + by + count) % count)
    } else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape' && isOpen && choices.length > 0 && value !== '') setOpen(false)
    else return
    event.preventDefault()
  }
  return (
    <div className="field">
      <label htmlFor={`${id}-target`}>{texts.rich.target}</label>
      <input
        id={`${id}-target`}
        type="text"
        role="combobox"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        value={value}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          onChange(target.value)
          setOpen(true)
          // The words of a title lead to the first page that has them, an address to itself.
          const isFound = target.value !== '' && !isAddress(target.value) && find(target.value).length > 0
          setActive(isFound ? 0 : -1)
        }}
      />
      <div id={`${id}-list`} role="listbox" aria-label={texts.rich.target} className={styles.list}>
        {choices.map((choice, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys choose.
          <div
            key={choice.target}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            onClick={() => choose(choice)}
          >
            <bdi>{choice.label}</bdi>{' '}
            {choice.detail !== undefined && <small dir="ltr">{choice.detail}</small>}
          </div>
        ))}
      </div>
    </div>
  )
}
