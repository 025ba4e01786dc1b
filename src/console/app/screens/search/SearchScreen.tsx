import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { Boundary } from '../../frame/Boundary.tsx'
import { useKeys } from '../../frame/keys.ts'
import { useSearchParameters } from '../../parameters.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { texts } from '../../texts/index.ts'
import { SearchResults } from './SearchResults.tsx'
import styles from './SearchScreen.module.css'

/** How long the person has to rest before what they have typed is searched. */
const REST_MS = 250

/** The pages of all spaces of the person that have the words in the address. */
export default function SearchScreen() {
  const { q = '' } = useSearchParameters()
  const text = q.trim()
  const field = useRef<HTMLInputElement>(null)
  const { search } = texts
  useKeys({
    '/': {
      label: search.field,
      run: () => field.current?.select(),
    },
  })
  return (
    <Screen title={text === '' ? search.title : `${text} · ${search.title}`} heading={search.title}>
      <div className={styles.search}>
        <SearchField text={q} fieldRef={field} />
        {text === '' ? (
          <Empty>{search.begin}</Empty>
        ) : (
          <Boundary fallback={<Skeleton lines={12} />} address={text}>
            <SearchResults text={text} />
          </Boundary>
        )}
      </div>
    </Screen>
  )
}

interface SearchFieldProps {
  text: string
  fieldRef: React.RefObject<HTMLInputElement | null>
}

/** What is typed goes to the address, so that it can be shared and found again by going back. */
function SearchField({ text, fieldRef }: SearchFieldProps) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  if (known !== text) {
    setKnown(text)
    // The address has changed otherwise, for example by going back.
    if (text !== typed.trim()) setTyped(text)
  }
  useEffect(() => {
    const q = typed.trim()
    if (q === text.trim()) return
    const timer = setTimeout(
      () => void navigate({ to: '/search', search: q === '' ? {} : { q }, replace: true }),
      REST_MS,
    )
    return () => clearTimeout(timer)
  }, [typed, text, navigate])
  useEffect(() => fieldRef.current?.focus(), [fieldRef])
  const hint = useId()
  const { search } = texts
  return (
    <div className="field">
      <input
        ref={fieldRef}
        type="search"
        aria-label={search.field}
        aria-describedby={hint}
        placeholder={search.field}
        autoComplete="off"
        dir="auto"
        maxLength={500}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          // From the field to the results, and with the keys J and K from there.
          if (key === 'ArrowDown' || key === 'Enter') {
            currentTarget.closest('main')?.querySelector<HTMLElement>('[data-row] a')?.focus()
          }
        }}
      />
      <p className="hint muted" id={hint}>
        {search.hint}
      </p>
    </div>
  )
}
