import { graphql, useFragment } from 'react-relay/hooks'
import type { Role } from '#console/MemberRowMutation.graphql.ts'
import type { Organizations_viewer$key } from '#console/Organizations_viewer.graphql.ts'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { AppLink } from '../../parts/AppLink.tsx'
import { texts } from '../../texts/index.ts'
import { InviteForm } from './InviteForm.tsx'

/** The organizations of the person, with their role, and where they may, with a form to invite others. */
export function Organizations({ viewer }: { viewer: Organizations_viewer$key }) {
  const { organizations } = useFragment(
    graphql`
      fragment Organizations_viewer on Viewer {
        organizations(first: 100) {
          nodes {
            id
            title
            urls {
              app
            }
            viewerMember {
              id
              role
            }
            permissions {
              admin
            }
          }
        }
      }
    `,
    viewer,
  )
  const t = texts.account
  const nodes = organizations?.nodes ?? []
  const roleOf = (role: Role | null | undefined) => (role ? t.yourRole(texts.forms.roles[role]) : t.guest)
  return (
    <Section title={t.organizations} hint={t.organizationsHint}>
      {() =>
        nodes.length === 0 ? (
          <p className="muted">{t.noOrganization}</p>
        ) : (
          <ul className={styles.rows}>
            {nodes.map(({ id, title, urls, viewerMember, permissions }) => (
              <li key={id} className={styles.row}>
                <div className={styles.what}>
                  <AppLink href={urls.app} dir="auto">
                    {title}
                  </AppLink>
                  <span>{roleOf(viewerMember?.role)}</span>
                </div>
                {permissions.admin && (
                  <details className={styles.more}>
                    <summary aria-label={t.inviteTo(title)}>{t.invite}</summary>
                    <InviteForm organization={id} />
                  </details>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Section>
  )
}
