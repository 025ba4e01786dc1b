import { type FormEvent, useId, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { TestRedirectQuery } from '#console/TestRedirectQuery.graphql.ts'
import { readOnce } from '../../../live/follow.ts'
import { codeOf } from '../../../relay/request-error.ts'
import { texts } from '../../../texts/index.ts'
import styles from '../Site.module.css'
import { useSite } from '../site-context.ts'
import { sourceFor } from './redirect-edits.ts'

/** Says where a reader who opens a path of the site is sent. */
export function TestRedirect() {
  const { id: site } = useSite()
  const id = useId()
  const [answer, setAnswer] = useState('')
  const t = texts.sites
  const test = async (given: string) => {
    const source = sourceFor(given)
    try {
      const found = await readOnce<TestRedirectQuery>(
        graphql`
          query TestRedirectQuery($site: ID!, $source: String!) {
            site(id: $site) {
              id
              resolvedRedirect(source: $source) {
                target
              }
            }
          }
        `,
        { site, source },
      )
      const target = found.site?.resolvedRedirect?.target
      setAnswer(target ? t.leadsTo(source, target) : t.leadsNowhere(source))
    } catch (error) {
      setAnswer(codeOf(error) === 'NOT_FOUND' ? t.leadsNowhere(source) : (error as Error).message)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void test(String(new FormData(event.currentTarget).get('path')))
  }
  return (
    <form className={styles.stack} onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{t.test}</label>
        <div className={styles.inline}>
          <input
            id={id}
            name="path"
            required
            maxLength={512}
            dir="ltr"
            placeholder="/old/page"
            aria-describedby={`${id}-hint`}
          />
          <button type="submit" className="button">
            {t.testRun}
          </button>
        </div>
        <p id={`${id}-hint`} className="hint muted">
          {t.testHint}
        </p>
      </div>
      <p role="status">{answer}</p>
    </form>
  )
}
