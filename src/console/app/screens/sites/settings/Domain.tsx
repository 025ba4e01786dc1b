import { graphql, useFragment } from 'react-relay/hooks'
import type { Domain_site$key } from '#console/Domain_site.graphql.ts'
import { FieldForm } from '../../../forms/FieldForm.tsx'
import { Section } from '../../../forms/Section.tsx'
import { CopyField } from '../../../parts/CopyField.tsx'
import { texts } from '../../../texts/index.ts'
import siteStyles from '../Site.module.css'
import { useSite } from '../site-context.ts'
import { updateSite } from '../update-site.ts'
import { HostnameCheck } from './HostnameCheck.tsx'

/** A host name of one's own, or a path below another site, and what has to be set up for it. */
export function Domain({ site }: { site: Domain_site$key }) {
  const { id, hostname, proxy } = useFragment(
    graphql`
      fragment Domain_site on Site {
        id
        hostname
        proxy {
          origin
          target
        }
      }
    `,
    site,
  )
  const { permissions } = useSite()
  const t = texts.sites
  return (
    <>
      <Section title={t.domain} hint={t.domainHint}>
        {({ onDone }) => (
          <>
            {permissions.admin ? (
              <FieldForm
                fields={[
                  {
                    name: 'hostname',
                    label: t.hostname,
                    hint: t.hostnameHint,
                    value: hostname ?? '',
                    isOptional: true,
                  },
                ]}
                submit={t.save}
                run={async ({ hostname: given = '' }) => {
                  await updateSite({ siteId: id, hostname: given.trim().toLowerCase() || null })
                  onDone(t.saved)
                }}
              />
            ) : (
              <p className="muted">{hostname ?? t.adminOnly}</p>
            )}
            {hostname && (
              <div className={siteStyles.stack}>
                <p>{t.dns}</p>
                <CopyField label={t.dns} value={t.dnsRecord(hostname, location.hostname)} />
                <p className="muted">{t.dnsTls}</p>
                {permissions.edit && <HostnameCheck key={hostname} site={id} />}
              </div>
            )}
          </>
        )}
      </Section>
      <Section title={t.proxy} hint={t.proxyHint}>
        {({ onDone }) => (
          <>
            {permissions.edit && (
              <FieldForm
                fields={[
                  {
                    name: 'proxy',
                    label: t.proxyField,
                    hint: t.proxyFieldHint,
                    value: proxy?.origin ?? '',
                    isOptional: true,
                  },
                ]}
                submit={t.save}
                run={async ({ proxy: given = '' }) => {
                  await updateSite({ siteId: id, proxy: given.trim() || null })
                  onDone(t.saved)
                }}
              />
            )}
            {proxy && (
              <div className={siteStyles.stack}>
                <p>{t.proxyRule}</p>
                <CopyField label={t.proxyRule} value={proxy.target} />
                {permissions.edit && <HostnameCheck key={proxy.origin} site={id} isProxy />}
              </div>
            )}
          </>
        )}
      </Section>
    </>
  )
}
