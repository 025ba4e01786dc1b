import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { PublishDialogQuery } from '#console/PublishDialogQuery.graphql.ts'
import { autofocus } from '../parts/autofocus.ts'
import { CopyField } from '../parts/CopyField.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { texts } from '../texts/index.ts'
import { NewSiteForm } from './NewSiteForm.tsx'
import styles from './Publish.module.css'
import { PublishedOn } from './PublishedOn.tsx'

interface PublishDialogProps {
  space: string
  /** Called once the space is on a published site. */
  onPublished: () => void
  onClose: () => void
}

/** Publishes a space: on a new site, or on one that shows it already. Then it shows where the site is. */
export default function PublishDialog({ space, onPublished, onClose }: PublishDialogProps) {
  return (
    <Suspense
      fallback={
        <Dialog title={texts.publish.title} onClose={onClose}>
          <Skeleton lines={4} />
        </Dialog>
      }
    >
      <Loaded space={space} onPublished={onPublished} onClose={onClose} />
    </Suspense>
  )
}

interface Done {
  site: string
  address: string
}

function Loaded({ space: id, onPublished, onClose }: PublishDialogProps) {
  const { space } = useLazyLoadQuery<PublishDialogQuery>(
    graphql`
      query PublishDialogQuery($space: ID!) {
        space(id: $space) {
          id
          title
          organization {
            id
          }
          sites(first: 20) {
            nodes {
              id
              ...PublishedOn_site
            }
          }
        }
      }
    `,
    { space: id },
    { fetchPolicy: 'store-and-network' },
  )
  const [done, setDone] = useState<Done>()
  const [isNew, setNew] = useState(false)
  const t = texts.publish
  if (!space?.organization) return null
  const { title, organization } = space
  const sites = space.sites?.nodes ?? []
  const finish = (next: Done) => {
    setDone(next)
    onPublished()
  }
  if (done) return <Published {...done} onClose={onClose} />
  if (sites.length > 0 && !isNew) {
    return (
      <Dialog
        title={t.titleOf(title)}
        onClose={onClose}
        actions={
          <>
            <button type="button" className="button" onClick={() => setNew(true)}>
              {t.another}
            </button>
            <button type="button" className="button" onClick={onClose}>
              {t.close}
            </button>
          </>
        }
      >
        <p>{t.onSites}</p>
        <PublishedOn sites={sites} onPublished={finish} onLeave={onClose} />
      </Dialog>
    )
  }
  return (
    <NewSiteForm
      organization={organization.id}
      space={{ id, title }}
      isSecond={sites.length > 0}
      onPublished={finish}
      onClose={onClose}
    />
  )
}

/** The site is there: its address, and the way to it. */
function Published({ site, address, onClose }: Done & { onClose: () => void }) {
  const t = texts.publish
  return (
    <Dialog
      title={t.published}
      onClose={onClose}
      actions={
        <>
          <Link to="/sites/$site" params={{ site }} className="button" onClick={onClose}>
            {t.manage}
          </Link>
          <a className="button primary" href={address} target="_blank" rel="noreferrer" ref={autofocus}>
            {t.open}
          </a>
        </>
      }
    >
      <div className={styles.address}>
        <CopyField label={t.addressOf} value={address} />
      </div>
    </Dialog>
  )
}
