import { graphql, useFragment } from 'react-relay/hooks'
import type { Joining_organization$key } from '#console/Joining_organization.graphql.ts'
import type { JoiningMutation, Role, UpdateOrganizationInput } from '#console/JoiningMutation.graphql.ts'
import { act } from '../../forms/act.ts'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { RoleSelect } from '../../forms/RoleSelect.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { Icon } from '../../parts/Icon.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'

type Settings = Pick<UpdateOrganizationInput, 'emailDomains' | 'defaultRole' | 'inviteLinks' | 'sso'>

/** Who can join without an invitation of their own, and how everybody signs in. */
export function Joining(props: { organization: Joining_organization$key }) {
  const { id, emailDomains, defaultRole, inviteLinks, sso } = useFragment(
    graphql`
      fragment Joining_organization on Organization {
        id
        emailDomains
        defaultRole
        inviteLinks
        sso
      }
    `,
    props.organization,
  )
  const t = texts.people
  const send = (settings: Settings) =>
    mutate<JoiningMutation>(
      graphql`
        mutation JoiningMutation($input: UpdateOrganizationInput!) {
          updateOrganization(input: $input) {
            organization {
              ...Joining_organization
            }
          }
        }
      `,
      { input: { organizationId: id, ...settings } },
    )
  const change = (next: Settings, before: Settings, done: string) =>
    act({ run: () => send(next), undo: () => send(before), done })
  const setDomains = (next: readonly string[], done: string) =>
    change({ emailDomains: next }, { emailDomains }, done)
  const add = async ({ domain = '' }: Record<string, string>) => {
    await send({ emailDomains: [...emailDomains, domain.trim()] })
  }
  return (
    <>
      <Section title={t.domains} hint={t.domainsHint}>
        {() => (
          <>
            {emailDomains.length === 0 && <p className="muted">{t.noDomains}</p>}
            {emailDomains.length > 0 && (
              <ul className={styles.rows} aria-label={t.domains}>
                {emailDomains.map((domain) => (
                  <li key={domain} className={styles.row}>
                    <div className={styles.what}>
                      <bdi>{domain}</bdi>
                    </div>
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={t.removeDomain(domain)}
                      onClick={() =>
                        void setDomains(
                          emailDomains.filter((one) => one !== domain),
                          t.domainRemoved(domain),
                        )
                      }
                    >
                      <Icon name="close" />
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <FieldForm
              key={emailDomains.join()}
              fields={[{ name: 'domain', label: t.domain, hint: t.domainHint, maxLength: 253 }]}
              submit={t.addDomain}
              run={add}
            />
          </>
        )}
      </Section>
      <Section title={t.joining} hint={t.joiningHint}>
        {() => (
          <>
            <div className={styles.bar}>
              <span>{t.defaultRole}</span>
              <RoleSelect
                label={t.defaultRole}
                role={defaultRole ?? null}
                none={t.guest}
                onChoose={(role: Role | null) =>
                  change({ defaultRole: role }, { defaultRole: defaultRole ?? null }, texts.forms.saved)
                }
              />
            </div>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={inviteLinks}
                onChange={({ target }) =>
                  void change({ inviteLinks: target.checked }, { inviteLinks }, texts.forms.saved)
                }
              />
              {t.inviteLinks}
            </label>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={sso}
                onChange={({ target }) => void change({ sso: target.checked }, { sso }, texts.forms.saved)}
              />
              {t.sso}
            </label>
            <p className="hint muted">{t.ssoHint}</p>
          </>
        )}
      </Section>
    </>
  )
}
