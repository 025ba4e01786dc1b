import { graphql, useFragment } from 'react-relay/hooks'
import type { SpecFacts_spec$key } from '#console/SpecFacts_spec.graphql.ts'
import type { OpenAPISpecVisibility, SpecFactsMutation } from '#console/SpecFactsMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { CopyField } from '../../parts/CopyField.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { SpecState } from './SpecState.tsx'

const setVisibility = graphql`
  mutation SpecFactsMutation($input: UpdateOpenAPISpecBySlugInput!) {
    updateOpenAPISpecBySlug(input: $input) {
      openAPISpec {
        id
        version
        visibility
        urls {
          published
        }
      }
    }
  }
`

const VISIBILITIES = ['PRIVATE', 'PUBLIC'] as const

interface SpecFactsProps {
  spec: SpecFacts_spec$key
  organization: string
  mayEdit: boolean
  onChanged: () => void
}

/** Where a spec comes from, who can read it, and what is wrong with its source. */
export function SpecFacts({ spec: key, organization, mayEdit, onChanged }: SpecFactsProps) {
  const spec = useFragment(
    graphql`
      fragment SpecFacts_spec on OpenAPISpec {
        slug
        sourceURL
        visibility
        lastProcessErrorCode
        lastProcessedErrorCount
        lastProcessedErrors {
          line
          message
        }
        urls {
          published
        }
        ...SpecState_spec
      }
    `,
    key,
  )
  const { visibility, lastProcessedErrors: problems } = spec
  const t = texts.specs
  const send = (next: OpenAPISpecVisibility) =>
    mutate<SpecFactsMutation>(setVisibility, {
      input: { organizationId: organization, specSlug: spec.slug, visibility: next },
    })
  const choose = (next: OpenAPISpecVisibility) =>
    void act({ run: () => send(next), undo: () => send(visibility), done: texts.forms.saved, onChanged })
  return (
    <>
      <Section title={t.source} hint={t.sourceHint}>
        {() => (
          <>
            <div role="status">
              <SpecState spec={spec} />
            </div>
            <p dir="auto">{spec.sourceURL ?? t.fromText}</p>
            {mayEdit ? (
              <select
                aria-label={t.visibility}
                value={visibility}
                onChange={({ target }) => choose(target.value as OpenAPISpecVisibility)}
              >
                {VISIBILITIES.map((one) => (
                  <option key={one} value={one}>
                    {t.visibilities[one]}
                  </option>
                ))}
              </select>
            ) : (
              <p>{t.visibilities[visibility]}</p>
            )}
            {spec.urls.published && <CopyField label={t.published} value={spec.urls.published} />}
          </>
        )}
      </Section>
      {problems.length > 0 && (
        <Section title={t.problemsTitle} hint={spec.lastProcessErrorCode ? t.keptHint : t.problemsHint}>
          {() => (
            <>
              <ol className={styles.files} aria-label={t.problemsTitle}>
                {problems.map(({ line, message }) => (
                  <li key={`${line} ${message}`}>
                    <span className={styles.tag}>{t.line(line)}</span> <span dir="auto">{message}</span>
                  </li>
                ))}
              </ol>
              {spec.lastProcessedErrorCount > problems.length && (
                <p className="muted">{texts.lists.shown(problems.length, spec.lastProcessedErrorCount)}</p>
              )}
            </>
          )}
        </Section>
      )}
    </>
  )
}
