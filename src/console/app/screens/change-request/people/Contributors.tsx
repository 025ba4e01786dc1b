import { graphql, useFragment } from 'react-relay/hooks'
import type { Contributors_changeRequest$key } from '#console/Contributors_changeRequest.graphql.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { texts } from '../../../texts/index.ts'
import styles from './People.module.css'

/** Who wrote, discussed and reviewed it. */
export function Contributors({ changeRequest }: { changeRequest: Contributors_changeRequest$key }) {
  const { contributors } = useFragment(
    graphql`
      fragment Contributors_changeRequest on ChangeRequest {
        contributors(first: 10) {
          totalCount
          nodes {
            user {
              id
              displayName
              photoURL
            }
          }
        }
      }
    `,
    changeRequest,
  )
  const t = texts.changeRequest.people
  const { nodes, totalCount } = contributors
  if (nodes.length === 0) return null
  return (
    <section className={styles.section} aria-label={t.contributors}>
      <h2>{t.contributors}</h2>
      <ul className={styles.list}>
        {nodes.map(({ user }) => (
          <li key={user.id} className={styles.person}>
            <Avatar person={user} /> <bdi className={styles.name}>{user.displayName}</bdi>
          </li>
        ))}
        {totalCount > nodes.length && <li className="muted">{t.others(totalCount - nodes.length)}</li>}
      </ul>
    </section>
  )
}
