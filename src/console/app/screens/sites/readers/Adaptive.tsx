import { useId, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Adaptive_site$key } from '#console/Adaptive_site.graphql.ts'
import type { AdaptivePreviewQuery } from '#console/AdaptivePreviewQuery.graphql.ts'
import type { AdaptiveSchemaMutation } from '#console/AdaptiveSchemaMutation.graphql.ts'
import { act, sayDone } from '../../../forms/act.ts'
import { Section, type SectionActions } from '../../../forms/Section.tsx'
import styles from '../../../forms/Settings.module.css'
import { readOnce } from '../../../live/follow.ts'
import { mutate } from '../../../relay/mutate.ts'
import { rereadShown } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import siteStyles from '../Site.module.css'
import { useSite } from '../site-context.ts'
import { updateSite } from '../update-site.ts'
import { JsonField, parsedJson } from './JsonField.tsx'

const EXAMPLE = {
  type: 'object',
  properties: { plan: { type: 'string', description: 'The plan of the visitor.', enum: ['free', 'pro'] } },
  additionalProperties: false,
}

const text = (value: unknown): string => JSON.stringify(value, null, 2)

/** What is known of visitors: the schema of their claims, and the site as one of them sees it. */
export function Adaptive({ site }: { site: Adaptive_site$key }) {
  const { id, adaptiveContent, adaptiveSchema, templateConditions } = useFragment(
    graphql`
      fragment Adaptive_site on Site {
        id
        adaptiveContent {
          enabled
        }
        adaptiveSchema {
          jsonSchema
          version
        }
        templateConditions {
          condition
          description
        }
      }
    `,
    site,
  )
  const { permissions } = useSite()
  const { enabled } = adaptiveContent
  const t = texts.sites
  const turn = () =>
    void act({
      run: () => updateSite({ siteId: id, adaptiveContent: { enabled: !enabled } }),
      undo: () => updateSite({ siteId: id, adaptiveContent: { enabled } }),
      done: t.saved,
      onChanged: rereadShown,
    })
  return (
    <Section title={t.adaptive} hint={t.adaptiveHint}>
      {(actions) => (
        <>
          <label className={styles.check}>
            <input type="checkbox" checked={enabled} disabled={!permissions.edit} onChange={turn} />
            {t.adaptiveOn}
          </label>
          <Schema
            site={id}
            known={adaptiveSchema?.jsonSchema}
            mayEdit={permissions.editAdaptiveSchema}
            actions={actions}
          />
          {templateConditions.length > 0 && (
            <details className={siteStyles.more}>
              <summary>{t.conditions}</summary>
              <ul className={siteStyles.stack}>
                {templateConditions.slice(0, 50).map(({ condition, description }) => (
                  <li key={condition}>
                    <code>{condition}</code> <span className="muted">{description}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
          {permissions.publish && <Tester site={id} />}
        </>
      )}
    </Section>
  )
}

interface SchemaProps {
  site: string
  /** The schema that the site has. */
  known: unknown
  mayEdit: boolean
  actions: SectionActions
}

function Schema({ site, known, mayEdit, actions }: SchemaProps) {
  const [value, setValue] = useState(text(known ?? EXAMPLE))
  const [problem, setProblem] = useState<string>()
  const t = texts.sites
  const send = (jsonSchema: unknown) =>
    mutate<AdaptiveSchemaMutation>(
      graphql`
        mutation AdaptiveSchemaMutation($input: UpdateSiteAdaptiveSchemaInput!) {
          updateSiteAdaptiveSchema(input: $input) {
            adaptiveSchema {
              jsonSchema
              version
            }
          }
        }
      `,
      { input: { siteId: site, jsonSchema } },
    )
  const save = () => {
    const jsonSchema = parsedJson(value)
    setProblem(jsonSchema === undefined ? t.notJson : undefined)
    if (jsonSchema === undefined) return
    actions.act(
      () => send(jsonSchema),
      () => sayDone(t.schemaSaved, known ? () => send(known) : undefined, rereadShown),
    )
  }
  return (
    <>
      <JsonField
        label={t.schema}
        hint={t.schemaHint}
        value={value}
        problem={problem}
        isReadOnly={!mayEdit}
        onChange={setValue}
      />
      {mayEdit && (
        <div className={styles.actions}>
          <button type="button" className="button" onClick={save}>
            {t.saveSchema}
          </button>
        </div>
      )}
    </>
  )
}

/** Opens the site as a visitor with chosen claims sees it. */
function Tester({ site }: { site: string }) {
  const heading = useId()
  const [value, setValue] = useState('{ "plan": "pro" }')
  const [problem, setProblem] = useState<string>()
  const [url, setUrl] = useState<string>()
  const t = texts.sites
  const run = async () => {
    const claims = parsedJson(value)
    setUrl(undefined)
    setProblem(claims === undefined ? t.notJson : undefined)
    if (claims === undefined) return
    try {
      const found = await readOnce<AdaptivePreviewQuery>(
        graphql`
          query AdaptivePreviewQuery($site: ID!, $claims: JSON) {
            site(id: $site) {
              preview(claims: $claims) {
                url
              }
            }
          }
        `,
        { site, claims },
      )
      setUrl(found.site?.preview?.url ?? undefined)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  return (
    <section className={siteStyles.stack} aria-labelledby={heading}>
      <h3 id={heading}>{t.tester}</h3>
      <JsonField label={t.claims} hint={t.testerHint} value={value} problem={problem} onChange={setValue} />
      <div className={styles.actions}>
        <button type="button" className="button" onClick={() => void run()}>
          {t.try}
        </button>
      </div>
      <p role="status">
        {url !== undefined && (
          <>
            {t.tryReady}{' '}
            <a href={url} target="_blank" rel="noreferrer">
              {t.openPreview}
            </a>
          </>
        )}
      </p>
    </section>
  )
}
