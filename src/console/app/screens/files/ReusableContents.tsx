import { graphql, useFragment } from 'react-relay/hooks'
import type { ReusableContents_revision$key } from '#console/ReusableContents_revision.graphql.ts'
import { texts } from '../../texts/index.ts'
import styles from './FileTable.module.css'

/** The texts that pages can include. Nothing where there are none. */
export function ReusableContents({ revision }: { revision: ReusableContents_revision$key }) {
  const { reusableContents } = useFragment(
    graphql`
      fragment ReusableContents_revision on Revision {
        reusableContents(first: 50) {
          nodes {
            id
            title
          }
        }
      }
    `,
    revision,
  )
  if (reusableContents.nodes.length === 0) return null
  return (
    <section className={styles.reusable}>
      <h2>{texts.files.reusable}</h2>
      <ul>
        {reusableContents.nodes.map(({ id, title }) => (
          <li key={id} dir="auto">
            {title}
          </li>
        ))}
      </ul>
    </section>
  )
}
