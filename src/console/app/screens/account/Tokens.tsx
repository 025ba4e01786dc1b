import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Tokens_viewer$data, Tokens_viewer$key } from '#console/Tokens_viewer.graphql.ts'
import type { TokensRevokeMutation } from '#console/TokensRevokeMutation.graphql.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { ageOf } from '../../parts/Time.tsx'
import { mutate } from '../../relay/mutate.ts'
import { rereadShown } from '../../relay/use-screen-query.ts'
import { language, texts } from '../../texts/index.ts'
import { NewTokenDialog } from './NewTokenDialog.tsx'

const revoke = graphql`
  mutation TokensRevokeMutation($input: RevokeApiTokenInput!) {
    revokeApiToken(input: $input) {
      deletedId
    }
  }
`

type Token = Tokens_viewer$data['apiTokens']['nodes'][number]

/** What a token may do, and when it was and can be used. */
function factsOf({ scopes, createdAt, lastUsedAt, expiresAt }: Token): string {
  const t = texts.account
  const dateOf = (at: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(at))
  const expiry = () => {
    if (expiresAt === null || expiresAt === undefined) return t.neverExpires
    return new Date(expiresAt) < new Date() ? t.expired(dateOf(expiresAt)) : t.expires(dateOf(expiresAt))
  }
  return [
    t.added(ageOf(new Date(createdAt))),
    lastUsedAt ? t.lastUsed(ageOf(new Date(lastUsedAt))) : t.neverUsed,
    expiry(),
    scopes.length === 0 ? t.everything : t.scopeCount(scopes.length),
  ].join(' · ')
}

/** The API tokens of the person. */
export function Tokens({ viewer }: { viewer: Tokens_viewer$key }) {
  const { apiTokens } = useFragment(
    graphql`
      fragment Tokens_viewer on Viewer {
        apiTokens(first: 100) {
          nodes {
            id
            label
            scopes
            createdAt
            lastUsedAt
            expiresAt
          }
        }
      }
    `,
    viewer,
  )
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<Token>()
  const t = texts.account
  return (
    <Section title={t.tokens} hint={t.tokensHint}>
      {({ onDone }) => (
        <>
          {apiTokens.nodes.length === 0 ? (
            <p className="muted">{t.noToken}</p>
          ) : (
            <ul className={styles.rows}>
              {apiTokens.nodes.map((token) => (
                <li key={token.id} className={styles.row}>
                  <div className={styles.what}>
                    <span dir="auto">{token.label}</span>
                    <span>{factsOf(token)}</span>
                  </div>
                  <button
                    type="button"
                    className="button small danger"
                    aria-label={t.revokeToken(token.label)}
                    onClick={() => setRevoking(token)}
                  >
                    {t.revoke}
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className={styles.actions}>
            <button type="button" className="button small" onClick={() => setCreating(true)}>
              {t.newToken}
            </button>
          </div>
          {isCreating && <NewTokenDialog onCreated={rereadShown} onClose={() => setCreating(false)} />}
          {revoking && (
            <ConfirmDialog
              title={t.revokeTitle(revoking.label)}
              action={t.revoke}
              typed={revoking.label}
              run={() => mutate<TokensRevokeMutation>(revoke, { input: { tokenId: revoking.id } })}
              onDone={() => {
                setRevoking(undefined)
                onDone(t.revoked(revoking.label))
              }}
              onClose={() => setRevoking(undefined)}
            >
              <p>{t.revokeText}</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </Section>
  )
}
