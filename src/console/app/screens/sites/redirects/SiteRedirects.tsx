import { useDeferredValue, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SiteRedirectsQuery, SiteRedirectsQuery$data } from '#console/SiteRedirectsQuery.graphql.ts'
import { act } from '../../../forms/act.ts'
import styles from '../../../forms/Settings.module.css'
import { type Parameters, useParameters } from '../../../parameters.ts'
import { Empty } from '../../../parts/Empty.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { preload as read, reread, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import siteStyles from '../Site.module.css'
import { useSite } from '../site-context.ts'
import { destinationOf, EditRedirect } from './EditRedirect.tsx'
import { ImportRedirects } from './ImportRedirects.tsx'
import { NewRedirect, type SpaceChoice } from './NewRedirect.tsx'
import { createRedirect, deleteRedirect } from './redirect-edits.ts'
import { TestRedirect } from './TestRedirect.tsx'

const query = graphql`
  query SiteRedirectsQuery($site: ID!, $search: String, $count: Int!) {
    site(id: $site) {
      id
      redirects(first: $count, search: $search) {
        totalCount
        nodes {
          id
          source
          permanent
          captureWildcard
          destination {
            kind
            pageId
            url
            siteSection {
              id
              title
            }
            siteSpace {
              id
              title
            }
          }
        }
      }
      siteSpaces(first: 100) {
        nodes {
          id
          title
          space {
            id
          }
        }
      }
    }
  }
`
/** How many are shown at once: the rest is found by searching. */
const COUNT = 100
const variablesOf = (site: string, search: string) => ({ site, search: search || null, count: COUNT })

export const preload = ({ site = '' }: Parameters) => read<SiteRedirectsQuery>(query, variablesOf(site, ''))

export type Redirect = NonNullable<SiteRedirectsQuery$data['site']>['redirects']['nodes'][number]

/** Old addresses of a site, and where they lead. */
export default function SiteRedirects() {
  const { site: id = '' } = useParameters()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { site } = useScreenQuery<SiteRedirectsQuery>(query, variablesOf(id, search))
  const { permissions } = useSite()
  const again = () => reread<SiteRedirectsQuery>(query, variablesOf(id, search))
  const t = texts.sites
  if (!site) return null
  const { totalCount, nodes } = site.redirects
  const spaces = site.siteSpaces.nodes.flatMap(({ title, space }) => (space ? { id: space.id, title } : []))
  return (
    <div className={siteStyles.overview}>
      <p className="muted">{t.redirectsHint}</p>
      {permissions.edit && (
        <div className={siteStyles.tools}>
          <NewRedirect spaces={spaces} onDone={again} />
          <ImportRedirects spaces={spaces} onDone={again} />
        </div>
      )}
      <TestRedirect />
      <section className={siteStyles.stack} aria-label={t.redirects}>
        <h2>
          {t.redirects} <span className={siteStyles.count}>{totalCount}</span>
        </h2>
        <input
          type="search"
          aria-label={t.findRedirects}
          placeholder={t.findRedirects}
          value={typed}
          maxLength={512}
          onChange={({ target }) => setTyped(target.value)}
        />
        {nodes.length === 0 ? (
          <Empty>{search === '' ? t.noRedirects : t.noneFound}</Empty>
        ) : (
          <ul className={styles.rows}>
            {nodes.map((redirect) => (
              <RedirectRow
                key={redirect.id}
                redirect={redirect}
                spaces={spaces}
                mayEdit={permissions.edit}
                onDone={again}
              />
            ))}
          </ul>
        )}
        {totalCount > nodes.length && <p className="muted">{t.andMore(totalCount - nodes.length)}</p>}
      </section>
    </div>
  )
}

interface RedirectRowProps {
  redirect: Redirect
  spaces: readonly SpaceChoice[]
  mayEdit: boolean
  onDone: () => void
}

function RedirectRow({ redirect, spaces, mayEdit, onDone }: RedirectRowProps) {
  const [isEditing, setEditing] = useState(false)
  const { id: siteId } = useSite()
  const { id, source, permanent, captureWildcard, destination } = redirect
  const t = texts.sites
  const to = destination.url ?? destination.siteSection?.title ?? destination.siteSpace?.title
  const again = destinationOf(redirect)
  const remove = () =>
    void act({
      run: () => deleteRedirect(id),
      undo:
        again && (() => createRedirect({ siteId, source, permanent, captureWildcard, destination: again })),
      done: t.redirectDeleted(source),
      onChanged: onDone,
    })
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <code>{source}</code>
        <span dir="auto">
          → {t.kinds[destination.kind]} {to} · {permanent ? t.isPermanent : t.isTemporary}
        </span>
      </div>
      {mayEdit && (
        <>
          <button
            type="button"
            className="icon-button"
            aria-label={t.editRedirect(source)}
            onClick={() => setEditing(true)}
          >
            <Icon name="pencil" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={t.deleteRedirect(source)}
            onClick={remove}
          >
            <Icon name="trash" />
          </button>
        </>
      )}
      {isEditing && (
        <EditRedirect redirect={redirect} spaces={spaces} onDone={onDone} onClose={() => setEditing(false)} />
      )}
    </li>
  )
}
