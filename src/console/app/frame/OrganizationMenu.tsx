import { graphql, useFragment } from 'react-relay/hooks'
import type { OrganizationMenu_organizations$key } from '#console/OrganizationMenu_organizations.graphql.ts'
import { Icon } from '../parts/Icon.tsx'
import { Menu } from '../parts/Menu.tsx'
import { MenuGroup, MenuLine, MenuLink } from '../parts/MenuItem.tsx'
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
          <Logo title={title} url={current?.urls.logo} />
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
            <Logo title={title} url={urls.logo} />
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

/** The logo if it is on this server, as the page loads nothing from others; or else the first letter. */
function Logo({ title, url }: { title: string; url: string | null | undefined }) {
  return (
    <span className={styles.logo} aria-hidden="true">
      {url?.startsWith(`${location.origin}/`) ? (
        <img src={url} alt="" width={20} height={20} />
      ) : (
        [...title.trim()][0]?.toLocaleUpperCase()
      )}
    </span>
  )
}
