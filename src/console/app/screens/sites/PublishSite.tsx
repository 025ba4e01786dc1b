import { Suspense, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { PublishSiteQuery } from '#console/PublishSiteQuery.graphql.ts'
import { act } from '../../forms/act.ts'
import { useKeys } from '../../frame/keys.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { publishSite, unpublishSite } from '../../publish/publish-site.ts'
import { rereadShown } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import styles from './Site.module.css'
import { useSite } from './site-context.ts'

/** Publishes a site, or takes it back, after showing what changes by it. */
export function PublishSite() {
  const { id, title, isPublished } = useSite()
  const [isAsking, setAsking] = useState(false)
  const t = texts.sites
  const publish = { run: () => publishSite(id), done: t.publishedNow(title), onChanged: rereadShown }
  const unpublish = { run: () => unpublishSite(id), done: t.unpublishedNow(title), onChanged: rereadShown }
  const label = isPublished ? t.unpublish : t.publish
  useKeys({ p: { label, run: () => setAsking(true) } })
  const run = () => {
    setAsking(false)
    void (isPublished
      ? act({ ...unpublish, undo: publish.run })
      : act({ ...publish, undo: () => unpublishSite(id) }))
  }
  const close = () => setAsking(false)
  return (
    <>
      <button
        type="button"
        className={isPublished ? 'button small' : 'button small primary'}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {isAsking && (
        <Dialog
          title={isPublished ? t.unpublishTitle(title) : t.publishTitle(title)}
          onClose={close}
          actions={
            <>
              <button type="button" className="button" onClick={close}>
                {texts.forms.cancel}
              </button>
              <button
                type="button"
                className={isPublished ? 'button danger' : 'button primary'}
                onClick={run}
              >
                {label}
              </button>
            </>
          }
        >
          {isPublished ? (
            <p>{t.unpublishText}</p>
          ) : (
            <Suspense fallback={<Skeleton lines={3} />}>
              <WillBePublic />
            </Suspense>
          )}
        </Dialog>
      )}
    </>
  )
}

/** What readers see once the site is published. */
function WillBePublic() {
  const { id, visibility } = useSite()
  const { site } = useLazyLoadQuery<PublishSiteQuery>(
    graphql`
      query PublishSiteQuery($site: ID!) {
        site(id: $site) {
          id
          siteSpaces(first: 20) {
            totalCount
            nodes {
              id
              title
              path
            }
          }
        }
      }
    `,
    { site: id },
    { fetchPolicy: 'store-and-network' },
  )
  const { totalCount = 0, nodes = [] } = site?.siteSpaces ?? {}
  const t = texts.sites
  if (totalCount === 0) return <p>{t.publishEmpty}</p>
  return (
    <div className={styles.stack}>
      <p>{t.publishText(totalCount)}</p>
      <ul className={styles.list}>
        {nodes.map((space) => (
          <li key={space.id} dir="auto">
            {space.title}
          </li>
        ))}
        {totalCount > nodes.length && <li className="muted">{t.andMore(totalCount - nodes.length)}</li>}
      </ul>
      <p>{t.publishReaders(texts.publish.visibilities[visibility] ?? visibility)}</p>
    </div>
  )
}
