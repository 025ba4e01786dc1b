import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../../parts/Dialog.tsx'
import { useSpace } from '../../screens/space/space-context.ts'
import { readable } from '../../screens/space/tree.ts'
import { texts } from '../../texts/index.ts'
import { useEdited } from '../editor-context.ts'
import { linkToPage } from '../link-to-page.ts'

interface LinkDialogProps {
  href: string
  onClose: () => void
  /** Called with the address; empty removes the link. */
  onApply: (href: string) => void
}

/** Where the selected words lead: an address, or a page of the space by its title. */
export default function LinkDialog({ href, onClose, onApply }: LinkDialogProps) {
  const [value, setValue] = useState(href)
  const { pages } = useSpace()
  const { path } = useEdited()
  const id = useId()
  const t = texts.rich
  const targets = readable(pages).map((page) => ({
    title: page.title,
    to: linkToPage(path, page.path ?? '', pages),
  }))
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const typed = value.trim()
    onApply(targets.find(({ title }) => title === typed)?.to ?? typed)
  }
  return (
    <Dialog title={t.link} onClose={onClose}>
      <form onSubmit={apply}>
        <label className="field">
          <span>{t.address}</span>
          <input
            type="text"
            dir="auto"
            list={id}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </label>
        <datalist id={id}>
          {targets.map(({ title, to }) => (
            <option key={to} value={to}>
              {title}
            </option>
          ))}
        </datalist>
        <p>
          <button type="submit" className="button primary">
            {t.apply}
          </button>{' '}
          {href !== '' && (
            <button type="button" className="button" onClick={() => onApply('')}>
              {t.removeLink}
            </button>
          )}
        </p>
      </form>
    </Dialog>
  )
}
