import { type FormEvent, useState } from 'react'
import { graphql, useMutation } from 'react-relay/hooks'
import type { PageSettingsMutation } from '#console/PageSettingsMutation.graphql.ts'
import { toast } from '../parts/toasts.ts'
import { texts } from '../texts/index.ts'
import styles from './Editor.module.css'
import { Labelled } from './Labelled.tsx'
import type { EditedPage } from './open-page.ts'
import type { Editing } from './use-session.ts'

const mutation = graphql`
  mutation PageSettingsMutation($input: ChangeContentInput!) {
    changeContent(input: $input) {
      revision {
        id
      }
    }
  }
`

type TextName = 'title' | 'linkTitle' | 'slug' | 'description' | 'emoji' | 'icon' | 'condition'
type FlagName = 'hidden' | 'noIndex' | 'noRobotsIndex'

const TEXTS: readonly TextName[] = ['title', 'linkTitle', 'slug', 'description', 'emoji', 'icon', 'condition']
const FLAGS: readonly FlagName[] = ['hidden', 'noIndex', 'noRobotsIndex']

/** Emoji are stored as code points, such as `1f4d6`. */
const codesOf = (emoji: string): string =>
  [...emoji].map((character) => character.codePointAt(0)?.toString(16)).join('-')
const emojiOf = (codes: string): string =>
  /^[0-9a-f-]+$/.test(codes)
    ? String.fromCodePoint(...codes.split('-').map((code) => Number.parseInt(code, 16)))
    : codes

const shownValue = (page: EditedPage, name: TextName): string =>
  name === 'emoji' ? emojiOf(page.emoji ?? '') : (page[name] ?? '')

/** The values of the form that differ from those of the page. */
function changedIn(form: FormData, page: EditedPage): Record<string, string | boolean> {
  const changed: Record<string, string | boolean> = {}
  for (const name of TEXTS) {
    const value = String(form.get(name) ?? '').trim()
    if (value !== shownValue(page, name)) changed[name] = name === 'emoji' ? codesOf(value) : value
  }
  for (const name of FLAGS) {
    if (form.has(name) !== (page[name] ?? false)) changed[name] = form.has(name)
  }
  return changed
}

/** What a page has besides its text. */
export function PageSettings({ editing }: { editing: Editing }) {
  const { session } = editing
  const [page, setPage] = useState(editing.page)
  const [problem, setProblem] = useState<string>()
  const [commit, isSending] = useMutation<PageSettingsMutation>(mutation)
  const t = texts.editor
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const changed = changedIn(new FormData(event.currentTarget), page)
    if (isSending || Object.keys(changed).length === 0) return
    const place = await session.savePlace().catch((error: Error) => setProblem(error.message))
    if (!place) return
    const { changeRequestId } = place
    commit({
      variables: {
        input: {
          ...(changeRequestId === null ? { spaceId: place.space } : { changeRequestId }),
          changes: [{ updatePage: { page: page.pageId, ...changed } }],
          expectedRevision: session.revision,
        },
      },
      onCompleted: () => {
        setProblem(undefined)
        setPage({ ...page, ...changed })
        toast(t.settingsSaved)
        // A title is a part of the text as well.
        void session.noteChange()
      },
      onError: ({ message }) => setProblem(message),
    })
  }
  return (
    <form className={styles.settings} onSubmit={(event) => void submit(event)} aria-label={t.settings}>
      <h2 className={styles.title}>{t.settings}</h2>
      {problem !== undefined && (
        <p className="message error" role="alert">
          {problem}
        </p>
      )}
      {TEXTS.map((name) => (
        <Labelled key={name} label={t.fields[name]}>
          {(id) =>
            name === 'description' ? (
              <textarea id={id} name={name} rows={3} defaultValue={shownValue(page, name)} dir="auto" />
            ) : (
              <input
                id={id}
                name={name}
                defaultValue={shownValue(page, name)}
                dir="auto"
                autoComplete="off"
              />
            )
          }
        </Labelled>
      ))}
      {FLAGS.map((name) => (
        <label key={name} className={styles.flag}>
          <input type="checkbox" name={name} defaultChecked={page[name] ?? false} />
          {t.fields[name]}
        </label>
      ))}
      <button type="submit" className="button small" aria-disabled={isSending}>
        {t.saveSettings}
      </button>
    </form>
  )
}
