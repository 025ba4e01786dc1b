import { Suspense, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { VisitorKeysQuery } from '#console/VisitorKeysQuery.graphql.ts'
import type { VisitorKeysReplaceMutation } from '#console/VisitorKeysReplaceMutation.graphql.ts'
import type { VisitorKeysUpdateMutation } from '#console/VisitorKeysUpdateMutation.graphql.ts'
import { sayDone } from '../../../forms/act.ts'
import { ConfirmDialog } from '../../../forms/ConfirmDialog.tsx'
import { FieldForm } from '../../../forms/FieldForm.tsx'
import { Section, type SectionActions } from '../../../forms/Section.tsx'
import styles from '../../../forms/Settings.module.css'
import { CopyField } from '../../../parts/CopyField.tsx'
import { Skeleton } from '../../../parts/Skeleton.tsx'
import { mutate } from '../../../relay/mutate.ts'
import { rereadShown } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import siteStyles from '../Site.module.css'
import { useSite } from '../site-context.ts'
import { signingSample } from './signing-sample.ts'

/** The key with which a server of the organization signs in the visitors of a site, and how it does that. */
export function VisitorKeys() {
  const [isShown, setShown] = useState(false)
  const t = texts.sites
  return (
    <Section title={t.keys} hint={t.keysHint}>
      {({ onDone }) =>
        isShown ? (
          <Suspense fallback={<Skeleton lines={4} />}>
            <Key onDone={onDone} />
          </Suspense>
        ) : (
          <div className={styles.actions}>
            <button type="button" className="button" onClick={() => setShown(true)}>
              {t.showKey}
            </button>
          </div>
        )
      }
    </Section>
  )
}

function Key({ onDone }: Pick<SectionActions, 'onDone'>) {
  const { id, url } = useSite()
  const { site } = useLazyLoadQuery<VisitorKeysQuery>(
    graphql`
      query VisitorKeysQuery($site: ID!) {
        site(id: $site) {
          id
          publishingAuth {
            privateKey
            fallbackURL
            version
          }
        }
      }
    `,
    { site: id },
    { fetchPolicy: 'store-and-network' },
  )
  const [isReplacing, setReplacing] = useState(false)
  const t = texts.sites
  const auth = site?.publishingAuth
  if (!auth) return null
  const sample = signingSample(url ?? `${location.origin}/sites/…`)
  const sendFallback = (fallbackURL: string | null) =>
    mutate<VisitorKeysUpdateMutation>(
      graphql`
        mutation VisitorKeysUpdateMutation($input: UpdateSitePublishingAuthInput!) {
          updateSitePublishingAuth(input: $input) {
            publishingAuth {
              fallbackURL
              version
            }
          }
        }
      `,
      { input: { siteId: id, fallbackURL } },
      reread(id),
    )
  const saveFallback = async ({ fallbackURL = '' }: Record<string, string>) => {
    const former = auth.fallbackURL ?? null
    await sendFallback(fallbackURL.trim() || null)
    onDone()
    sayDone(t.saved, () => sendFallback(former), rereadShown)
  }
  const replace = async () => {
    await mutate<VisitorKeysReplaceMutation>(
      graphql`
        mutation VisitorKeysReplaceMutation($input: RegenerateSitePublishingAuthInput!) {
          regenerateSitePublishingAuth(input: $input) {
            publishingAuth {
              privateKey
              version
            }
          }
        }
      `,
      { input: { siteId: id } },
      reread(id),
    )
    onDone(t.keyReplaced)
  }
  return (
    <>
      <div className="field">
        <CopyField label={t.key} value={auth.privateKey} />
        <p className="hint muted">{t.keySecret}</p>
      </div>
      <figure className={siteStyles.stack}>
        <figcaption>{t.sample}</figcaption>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long sample is scrolled with keys. */}
        <pre className={siteStyles.code} tabIndex={0} dir="ltr">
          {sample}
        </pre>
      </figure>
      <FieldForm
        fields={[
          {
            name: 'fallbackURL',
            label: t.fallback,
            hint: t.fallbackHint,
            type: 'url',
            value: auth.fallbackURL ?? '',
            isOptional: true,
          },
        ]}
        submit={t.saveFallback}
        run={saveFallback}
      />
      <div className={styles.actions}>
        <button type="button" className="button danger" onClick={() => setReplacing(true)}>
          {t.replaceKey}
        </button>
      </div>
      {isReplacing && (
        <ConfirmDialog
          title={t.replaceKeyTitle}
          action={t.replaceKey}
          typed={t.replaceKeyTyped}
          run={replace}
          onClose={() => setReplacing(false)}
        >
          <p>{t.replaceKeyText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The key is no resource of its own: what was read of it is read again. */
const reread =
  (site: string) => (store: { get: (id: string) => { invalidateRecord: () => void } | null | undefined }) =>
    store.get(site)?.invalidateRecord()
