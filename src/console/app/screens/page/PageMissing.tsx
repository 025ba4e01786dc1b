import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { graphql } from 'react-relay/hooks'
import type { PageMissingQuery } from '#console/PageMissingQuery.graphql.ts'
import { Screen } from '../../parts/Screen.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { addressOf } from '../space/addresses.ts'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { useSpace } from '../space/space-context.ts'
import { nearPages, readable } from '../space/tree.ts'
import { PageList } from './PageList.tsx'
import styles from './PageView.module.css'

const query = graphql`
  query PageMissingQuery($space: ID!, $path: String!) {
    space(id: $space) {
      revision {
        pageByPath(path: $path, former: true) {
          path
        }
      }
    }
  }
`

/** An address at which there is no page. One that a page had before leads to where the page is now. */
export function PageMissing({ path }: { path: string }) {
  const { id: space, pages } = useSpace()
  const { space: found } = useScreenQuery<PageMissingQuery>(query, { space, path })
  const now = found?.revision?.pageByPath?.path
  const isElsewhere = now !== undefined && now !== null && now !== path
  const { history } = useRouter()
  useEffect(() => {
    const { search, hash } = window.location
    if (isElsewhere) history.replace(`${addressOf(space, now)}${search}${hash}`)
  }, [isElsewhere, history, space, now])
  const near = nearPages(pages, path)
  const shown = near.length > 0 ? near : readable(pages).slice(0, 1)
  const t = texts.page
  if (isElsewhere) return <Skeleton lines={8} />
  return (
    <Screen title={t.missingTitle} trail={<SpaceTrail />} isText>
      <p className={styles.description}>{t.missing(path)}</p>
      {shown.length > 0 && (
        <section className={styles.list}>
          <h2>{near.length > 0 ? t.near : t.first}</h2>
          <PageList pages={shown} />
        </section>
      )}
    </Screen>
  )
}
