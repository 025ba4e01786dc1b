import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Installation_installation$key } from '#console/Installation_installation.graphql.ts'
import type { Installation_integration$key } from '#console/Installation_integration.graphql.ts'
import { sayDone } from '../../forms/act.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { toast } from '../../parts/toasts.ts'
import { texts } from '../../texts/index.ts'
import { ConfigurationForm } from './ConfigurationForm.tsx'
import { InstallationStatus } from './InstallationStatus.tsx'
import { type Configuration, uninstall, update } from './integration-edits.ts'
import { Placements } from './Placements.tsx'

interface InstallationProps {
  integration: Installation_integration$key
  installation: Installation_installation$key
  onChanged: () => void
}

/** An integration in an organization: its state, its configuration, where it is installed, and its end. */
export function Installation({ onChanged, ...props }: InstallationProps) {
  const { title, target, configurations } = useFragment(
    graphql`
      fragment Installation_integration on Integration {
        title
        target
        configurations {
          account {
            ...ConfigurationForm_configuration
          }
          space {
            ...ConfigurationForm_configuration
          }
          site {
            ...ConfigurationForm_configuration
          }
        }
      }
    `,
    props.integration,
  )
  const installation = useFragment(
    graphql`
      fragment Installation_installation on IntegrationInstallation {
        id
        configuration
        organization {
          id
          title
        }
        ...InstallationStatus_installation
        ...Placements_installation
      }
    `,
    props.installation,
  )
  const [isAsking, setAsking] = useState(false)
  const t = texts.integrations
  const { id, organization } = installation
  const values = installation.configuration as Configuration
  const configure = async (configuration: Configuration) => {
    await update({ installationId: id, configuration })
    onChanged()
    sayDone(texts.forms.saved, () => update({ installationId: id, configuration: values }), onChanged)
  }
  const remove = async () => {
    await uninstall(id)
    toast(t.uninstalled(title))
    onChanged()
  }
  return (
    <Section title={organization?.title ?? ''} hint={t.installationHint}>
      {() => (
        <>
          <div className={styles.bar}>
            <InstallationStatus installation={installation} />
            {organization && (
              <Link
                to="/o/$organization/$view"
                params={{ organization: organization.id, view: 'audit' }}
                search={{ type: 'integration_configured' }}
              >
                {t.history}
              </Link>
            )}
            <button type="button" className="button small danger" onClick={() => setAsking(true)}>
              {t.uninstall}
            </button>
          </div>
          {configurations.account && (
            <section className={styles.stack} aria-label={t.configuration}>
              <h3>{t.configuration}</h3>
              <ConfigurationForm
                key={JSON.stringify(values)}
                declaration={configurations.account}
                values={values}
                save={configure}
              />
            </section>
          )}
          {target !== 'ORGANIZATION' && target !== 'SITE' && (
            <Placements
              kind="space"
              installation={installation}
              declaration={configurations.space}
              onChanged={onChanged}
            />
          )}
          {target !== 'ORGANIZATION' && target !== 'SPACE' && (
            <Placements
              kind="site"
              installation={installation}
              declaration={configurations.site}
              onChanged={onChanged}
            />
          )}
          {isAsking && (
            <ConfirmDialog
              title={t.uninstallTitle(title)}
              action={t.uninstall}
              typed={title}
              run={remove}
              onClose={() => setAsking(false)}
            >
              <p>{t.uninstallText}</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </Section>
  )
}
