import { Screen } from '../../parts/Screen.tsx'
import { texts } from '../../texts/index.ts'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { useSpace } from '../space/space-context.ts'
import { nearPages, readable } from '../space/tree.ts'
import { PageList } from './PageList.tsx'
import styles from './PageView.module.css'

/** An address at which there is no page. */
export function PageMissing({ path }: { path: string }) {
  const { pages } = useSpace()
  const near = nearPages(pages, path)
  const shown = near.length > 0 ? near : readable(pages).slice(0, 1)
  const t = texts.page
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
