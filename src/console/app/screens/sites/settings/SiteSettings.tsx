import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SiteSettingsDeleteMutation } from '#console/SiteSettingsDeleteMutation.graphql.ts'
import type { SiteSettingsQuery } from '#console/SiteSettingsQuery.graphql.ts'
import { act } from '../../../forms/act.ts'
import { ConfirmDialog } from '../../../forms/ConfirmDialog.tsx'
import { FieldForm } from '../../../forms/FieldForm.tsx'
import { Section } from '../../../forms/Section.tsx'
import styles from '../../../forms/Settings.module.css'
import { type Parameters, useParameters } from '../../../parameters.ts'
import { toast } from '../../../parts/toasts.ts'
import { mutate } from '../../../relay/mutate.ts'
import { preload as read, rereadShown, useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import { useSite } from '../site-context.ts'
import { updateSite } from '../update-site.ts'
import { Domain } from './Domain.tsx'

const query = graphql`
  query SiteSettingsQuery($site: ID!) {
    site(id: $site) {
      id
      title
      basename
      agentsContext
      ...Domain_site
    }
  }
`

export const preload = ({ site = '' }: Parameters) => read<SiteSettingsQuery>(query, { site })

/** The name of a site, its addresses, and its end. */
export default function SiteSettings() {
  const { site: id = '' } = useParameters()
  const { site } = useScreenQuery<SiteSettingsQuery>(query, { site: id })
  const { permissions } = useSite()
  const t = texts.sites
  if (!site) return null
  const { title, basename, agentsContext } = site
  const isOpen = agentsContext === 'INCLUDED'
  const openToAgents = (isIncluded: boolean) =>
    updateSite({ siteId: id, agentsContext: isIncluded ? 'INCLUDED' : 'EXCLUDED' })
  return (
    <div className={styles.account}>
      {permissions.edit && (
        <Section title={t.general} hint={t.generalHint}>
          {({ onDone }) => (
            <FieldForm
              fields={[
                { name: 'title', label: t.name, value: title, maxLength: 128 },
                {
                  name: 'basename',
                  label: t.basename,
                  hint: texts.publish.addressHint,
                  value: basename ?? '',
                  maxLength: 100,
                  isOptional: basename === null,
                },
              ]}
              submit={t.save}
              run={async ({ title: name = '', basename: address = '' }) => {
                await updateSite({ siteId: id, title: name, ...(address !== '' && { basename: address }) })
                onDone(t.saved)
              }}
            />
          )}
        </Section>
      )}
      <Domain site={site} />
      <Section title={t.agents} hint={t.agentsHint}>
        {() => (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isOpen}
              disabled={!permissions.edit}
              onChange={() =>
                void act({
                  run: () => openToAgents(!isOpen),
                  undo: () => openToAgents(isOpen),
                  done: t.saved,
                  onChanged: rereadShown,
                })
              }
            />
            {t.agentsOn}
          </label>
        )}
      </Section>
      {permissions.delete && <DeleteSite />}
    </div>
  )
}

function DeleteSite() {
  const { id, title, organization } = useSite()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const t = texts.sites
  const run = async () => {
    await mutate<SiteSettingsDeleteMutation>(
      graphql`
        mutation SiteSettingsDeleteMutation($input: DeleteSiteInput!) {
          deleteSite(input: $input) {
            deletedId
          }
        }
      `,
      { input: { siteId: id } },
    )
    await navigate({ to: '/o/$organization/sites', params: { organization } })
    toast(t.deleted(title))
  }
  return (
    <Section title={t.deleteTitle} hint={t.deleteHint}>
      {() => (
        <div className={styles.actions}>
          <button type="button" className="button danger" onClick={() => setAsking(true)}>
            {t.deleteSite}
          </button>
          {isAsking && (
            <ConfirmDialog
              title={t.deleteTitle}
              action={t.deleteSite}
              typed={title}
              run={run}
              onClose={() => setAsking(false)}
            >
              <p>{t.deleteText}</p>
            </ConfirmDialog>
          )}
        </div>
      )}
    </Section>
  )
}
