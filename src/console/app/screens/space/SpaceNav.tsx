import { Link, type LinkProps } from '@tanstack/react-router'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SpaceNav_space$key } from '#console/SpaceNav_space.graphql.ts'
import { Boundary } from '../../frame/Boundary.tsx'
import { useParameters } from '../../parameters.ts'
import { Emoji } from '../../parts/Emoji.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { MenuItem } from '../../parts/MenuItem.tsx'
import { Quiet } from '../../parts/Quiet.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { usePublishing } from '../../publish/use-publishing.tsx'
import { texts } from '../../texts/index.ts'
import { ContentTree } from './ContentTree.tsx'
import { openPdf } from './open-pdf.ts'
import { Presence } from './Presence.tsx'
import { ProposedTree } from './ProposedTree.tsx'
import styles from './SpaceNav.module.css'
import { useSpace } from './space-context.ts'
import { useCurrentPage } from './use-current-page.ts'

/** The left column of a space: its name, who is here, its views, and its pages. */
export function SpaceNav({ space: key }: { space: SpaceNav_space$key }) {
  const { changeRequestsOpen, permissions } = useFragment(
    graphql`
      fragment SpaceNav_space on Space {
        changeRequestsOpen
        permissions {
          manage
          triggerGitSync
        }
      }
    `,
    key,
  )
  const { id, title, emoji, content, isComplete, mayPublish } = useSpace()
  const publishing = usePublishing(id, () => void content.reread())
  const current = useCurrentPage()
  const { number } = useParameters()
  const t = texts.space
  return (
    <div className={styles.space}>
      <div className={styles.head}>
        <Link to="/s/$space" params={{ space: id }} className={styles.title} title={title}>
          <Emoji code={emoji} />
          <span dir="auto">{title}</span>
        </Link>
        <span className={styles.tools}>
          <Presence />
          <Menu label={t.actions} button={<Icon name="more" />} className="icon-button">
            {mayPublish && <MenuItem run={publishing.open}>{t.publish}</MenuItem>}
            <MenuItem run={() => void openPdf(id)}>{t.exportPdf}</MenuItem>
          </Menu>
          {publishing.dialog}
        </span>
      </div>
      <nav aria-label={t.views}>
        <ul className={styles.views}>
          <View to="/s/$space/~changes" space={id} icon="merge" name={t.changes}>
            {changeRequestsOpen > 0 && (
              <span className={styles.count}>
                <span aria-hidden="true">{changeRequestsOpen}</span>
                <span className="visually-hidden">{t.openChanges(changeRequestsOpen)}</span>
              </span>
            )}
          </View>
          <View to="/s/$space/~history" space={id} icon="history" name={t.history} />
          <View to="/s/$space/~files" space={id} icon="image" name={t.files} />
          <View to="/s/$space/~links" space={id} icon="link" name={t.links} />
          {permissions.triggerGitSync && <View to="/s/$space/~git" space={id} icon="branch" name={t.git} />}
          {permissions.manage && <View to="/s/$space/~access" space={id} icon="users" name={t.access} />}
          {permissions.manage && <View to="/s/$space/~settings" space={id} icon="gear" name={t.settings} />}
        </ul>
      </nav>
      {number === undefined ? (
        <ContentTree content={content} current={current} title={t.pages} />
      ) : (
        <Boundary key={number} fallback={<Skeleton lines={6} />}>
          <Quiet>
            <ProposedTree space={id} number={Number(number)} />
          </Quiet>
        </Boundary>
      )}
      {!isComplete && <p className={styles.none} aria-hidden="true" />}
    </div>
  )
}

interface ViewProps {
  to: NonNullable<LinkProps['to']>
  space: string
  icon: string
  name: string
  children?: React.ReactNode
}

function View({ to, space, icon, name, children }: ViewProps) {
  return (
    <li>
      <Link to={to} params={{ space }}>
        <Icon name={icon} /> {name} {children}
      </Link>
    </li>
  )
}
