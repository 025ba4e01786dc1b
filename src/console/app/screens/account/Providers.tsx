import { graphql, useFragment } from 'react-relay/hooks'
import type { Providers_viewer$key } from '#console/Providers_viewer.graphql.ts'
import type { ProvidersMutation } from '#console/ProvidersMutation.graphql.ts'
import type { Methods } from '../../../pages/methods.ts'
import { beginAtProvider } from '../../../pages/providers.ts'
import { ConfirmButton } from '../../forms/ConfirmButton.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { ageOf } from '../../parts/Time.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'

const unlink = graphql`
  mutation ProvidersMutation($input: UnlinkIdentityInput!) {
    unlinkIdentity(input: $input) {
      deletedId
    }
  }
`

/** The provider leads back to the account, which is then read anew. */
const link = (provider: string) =>
  beginAtProvider(provider, { purpose: 'link', returnTo: '/app/account' }).then(() => new Promise(() => {}))

/** The accounts at providers with which the person signs in. */
export function Providers({ viewer, methods }: { viewer: Providers_viewer$key; methods: Methods }) {
  const { identities } = useFragment(
    graphql`
      fragment Providers_viewer on Viewer {
        identities(first: 100) {
          nodes {
            id
            provider
            email
            createdAt
          }
        }
      }
    `,
    viewer,
  )
  const t = texts.account
  const titleOf = (provider: string) =>
    methods.providers.find(({ name }) => name === provider)?.title ?? provider
  if (methods.providers.length === 0 && identities.nodes.length === 0) return null
  return (
    <Section title={t.providers} hint={t.providersHint}>
      {({ act, onDone }) => (
        <>
          {identities.nodes.length > 0 && (
            <ul className={styles.rows}>
              {identities.nodes.map(({ id, provider, email, createdAt }) => (
                <li key={id} className={styles.row}>
                  <div className={styles.what}>
                    <span dir="auto">{titleOf(provider)}</span>
                    <span dir="auto">
                      {email && `${email} · `}
                      {t.added(ageOf(new Date(createdAt)))}
                    </span>
                  </div>
                  <ConfirmButton
                    action={t.remove}
                    label={t.removeProvider(titleOf(provider), email ?? '')}
                    title={t.removeProviderTitle(titleOf(provider))}
                    typed={titleOf(provider)}
                    run={() => mutate<ProvidersMutation>(unlink, { input: { identityId: id } })}
                    onDone={() => onDone(t.providerRemoved(titleOf(provider)))}
                  >
                    <p>{t.removeProviderText}</p>
                  </ConfirmButton>
                </li>
              ))}
            </ul>
          )}
          <div className={styles.actions}>
            {methods.providers.map(({ name, title }) => (
              <button
                key={name}
                type="button"
                className="button small"
                onClick={() => act(() => link(name), '')}
              >
                {t.addProvider(title)}
              </button>
            ))}
          </div>
        </>
      )}
    </Section>
  )
}
