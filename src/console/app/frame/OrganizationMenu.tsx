import { graphql, useFragment } from 'react-relay/hooks'
import type { OrganizationMenu_organizations$key } from '#console/OrganizationMenu_organizations.graphql.ts'
import { Icon } from '../parts/Icon.tsx'
import { Menu } from '../parts/Menu.tsx'
import { MenuGroup, MenuLine, MenuLink } from '../parts/MenuItem.tsx'
import { OrganizationLogo } from '../parts/OrganizationLogo.tsx'
import { texts } from '../texts/index.ts'
import styles from './Sidebar.module.css'

/** The organization whose spaces are listed, and the others of the person. */
export function OrganizationMenu(props: {
  organizations: OrganizationMenu_organizations$key
  current: string | undefined
}) {
  const { nodes, totalCount } = useFragment(
    graphql`
      fragment OrganizationMenu_organizations on OrganizationConnection {
        totalCount
        nodes {
          id
          title
          urls {
            logo
          }
        }
      }
    `,
    props.organizations,
  )
  const { frame } = texts
  const current = nodes.find(({ id }) => id === props.current)
  const title = current?.title ?? 'Quire'
  return (
    <Menu
      label={frame.organizations}
      hasName
      className={styles.organization ?? ''}
      button={
        <>
          <OrganizationLogo title={title} url={current?.urls.logo} />
          <span className={styles.name} dir="auto">
            {title}
          </span>
          <Icon name="down" />
        </>
      }
    >
      <MenuGroup title={frame.organizations}>
        {nodes.map(({ id, title, urls }) => (
          <MenuLink
            key={id}
            to="/o/$organization"
            params={{ organization: id }}
            aria-current={id === props.current ? 'true' : undefined}
          >
            <OrganizationLogo title={title} url={urls.logo} />
            <span className={styles.name} dir="auto">
              {title}
            </span>
          </MenuLink>
        ))}
      </MenuGroup>
      {totalCount > nodes.length && (
        <>
          <MenuLine />
          <MenuLink to="/">{frame.allOrganizations(totalCount)}</MenuLink>
        </>
      )}
    </Menu>
  )
}
