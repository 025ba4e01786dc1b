import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ShareLinks_site$data, ShareLinks_site$key } from '#console/ShareLinks_site.graphql.ts'
import type { ShareLinksCreateMutation } from '#console/ShareLinksCreateMutation.graphql.ts'
import type { ShareLinksDeleteMutation } from '#console/ShareLinksDeleteMutation.graphql.ts'
import type { ShareLinksUpdateMutation } from '#console/ShareLinksUpdateMutation.graphql.ts'
import { act } from '../../../forms/act.ts'
import { ConfirmDialog } from '../../../forms/ConfirmDialog.tsx'
import { FieldForm } from '../../../forms/FieldForm.tsx'
import { Section } from '../../../forms/Section.tsx'
import styles from '../../../forms/Settings.module.css'
import { CopyField } from '../../../parts/CopyField.tsx'
import { mutate } from '../../../relay/mutate.ts'
import { rereadShown } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import siteStyles from '../Site.module.css'

const create = (siteId: string, name: string) =>
  mutate<ShareLinksCreateMutation>(
    graphql`
      mutation ShareLinksCreateMutation($input: CreateSiteShareLinkInput!) {
        createSiteShareLink(input: $input) {
          shareLink {
            id
          }
        }
      }
    `,
    { input: { siteId, name } },
  )

const activate = (shareLinkId: string, active: boolean) =>
  mutate<ShareLinksUpdateMutation>(
    graphql`
      mutation ShareLinksUpdateMutation($input: UpdateSiteShareLinkInput!) {
        updateSiteShareLink(input: $input) {
          shareLink {
            id
            version
            active
          }
        }
      }
    `,
    { input: { shareLinkId, active } },
  )

const remove = (shareLinkId: string) =>
  mutate<ShareLinksDeleteMutation>(
    graphql`
      mutation ShareLinksDeleteMutation($input: DeleteSiteShareLinkInput!) {
        deleteSiteShareLink(input: $input) {
          deletedId
        }
      }
    `,
    { input: { shareLinkId } },
  )

type ShareLink = NonNullable<ShareLinks_site$data['shareLinks']>['nodes'][number]
const MAX_NAME = 50

/** The links with which people can read the site. */
export function ShareLinks({ site }: { site: ShareLinks_site$key }) {
  const { id, shareLinks } = useFragment(
    graphql`
      fragment ShareLinks_site on Site {
        id
        shareLinks(first: 100) {
          nodes {
            id
            name
            active
            urls {
              published
            }
          }
        }
      }
    `,
    site,
  )
  const [deleted, setDeleted] = useState<ShareLink>()
  const links = shareLinks?.nodes ?? []
  const t = texts.sites
  return (
    <Section title={t.shareLinks} hint={t.shareLinksHint}>
      {({ onDone }) => (
        <>
          {links.length === 0 ? (
            <p className="muted">{t.noShareLinks}</p>
          ) : (
            <ul className={styles.rows}>
              {links.map((link) => (
                <LinkRow key={link.id} link={link} onDelete={() => setDeleted(link)} />
              ))}
            </ul>
          )}
          <details className={siteStyles.more}>
            <summary>{t.newShareLink}</summary>
            <FieldForm
              fields={[
                { name: 'name', label: t.shareLinkName, hint: t.shareLinkNameHint, maxLength: MAX_NAME },
              ]}
              submit={t.createShareLink}
              run={async ({ name = '' }) => {
                await create(id, name)
                onDone(t.shareLinkMade)
              }}
            />
          </details>
          {deleted && (
            <ConfirmDialog
              title={t.deleteLinkTitle(deleted.name)}
              action={t.deleteLink}
              typed={deleted.name}
              run={async () => {
                await remove(deleted.id)
                onDone(t.deletedLink(deleted.name))
              }}
              onClose={() => setDeleted(undefined)}
            >
              <p>{t.deleteLinkText}</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </Section>
  )
}

function LinkRow({ link: { id, name, active, urls }, onDelete }: { link: ShareLink; onDelete: () => void }) {
  const t = texts.sites
  const turn = () =>
    void act({
      run: () => activate(id, !active),
      undo: () => activate(id, active),
      done: active ? t.deactivated(name) : t.activated(name),
      onChanged: rereadShown,
    })
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span dir="auto">{name}</span>
        <span>{active ? t.active : t.inactive}</span>
      </div>
      <button
        type="button"
        className="button small"
        aria-label={`${active ? t.deactivate : t.activate}: ${name}`}
        onClick={turn}
      >
        {active ? t.deactivate : t.activate}
      </button>
      <button
        type="button"
        className="button small danger"
        aria-label={`${t.deleteLink}: ${name}`}
        onClick={onDelete}
      >
        {t.deleteLink}
      </button>
      {active && urls.published && (
        <div className={siteStyles.wide}>
          <CopyField label={t.linkOf(name)} value={urls.published} />
        </div>
      )}
    </li>
  )
}
