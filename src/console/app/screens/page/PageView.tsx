import { useRef, useState } from 'react'
import { useEdit } from '../../editor/edit-address.tsx'
import { useColumns } from '../../frame/columns.tsx'
import { PageMark } from '../../parts/PageMark.tsx'
import { RenderedHtml } from '../../parts/RenderedHtml.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { PublishButton } from '../../publish/PublishButton.tsx'
import { texts } from '../../texts/index.ts'
import { Presence } from '../space/Presence.tsx'
import { usePlace } from '../space/PresenceProvider.tsx'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { useSpace } from '../space/space-context.ts'
import { ancestorsOf } from '../space/tree.ts'
import { BlockComment } from './BlockComment.tsx'
import { OtherPage } from './OtherPage.tsx'
import { PageActions } from './PageActions.tsx'
import { type Commented, PageAside } from './PageAside.tsx'
import { PageCover } from './PageCover.tsx'
import { PageFoot } from './PageFoot.tsx'
import styles from './PageView.module.css'
import { useAnchor } from './use-anchor.ts'
import type { ShownPage } from './use-shown-page.ts'

interface PageViewProps {
  page: ShownPage
  /** What others have changed since the page was opened. */
  news: { name: string | undefined; isGone: boolean; show: () => void } | null
}

export function PageView({ page, news }: PageViewProps) {
  const { pages, permissions } = useSpace()
  const text = useRef<HTMLDivElement>(null)
  const isText = page.__typename === 'DocumentPage'
  const [commented, setCommented] = useState<Commented | null>(null)
  const { right } = useColumns()
  const comment = (key: string) => {
    if (!right.isShown) right.toggle()
    setCommented({ key })
  }
  usePlace({ pageId: page.pageId })
  const mayEdit = isText && permissions.edit
  const edit = useEdit(mayEdit)
  useAnchor(page.blocks)
  const { title, description, cover, layout, blocks, hidden } = page
  const mark = (page.emoji || page.icon) && (
    <span className={styles.mark}>
      <PageMark of={page} />
    </span>
  )
  return (
    <Screen
      title={title}
      heading={
        <>
          {mark}
          {title}
        </>
      }
      trail={<SpaceTrail pages={ancestorsOf(pages, page.pageId)} />}
      actions={
        <>
          <Presence pageId={page.pageId} />
          {mayEdit && (
            <button type="button" className="button small" onClick={edit}>
              {texts.page.edit}
            </button>
          )}
          <PublishButton />
          <PageActions page={page} />
        </>
      }
      above={isText && layout?.cover && cover ? <PageCover cover={cover} /> : undefined}
      aside={
        isText ? (
          <PageAside page={page} commented={commented} onCommented={() => setCommented(null)} />
        ) : undefined
      }
      isText
    >
      {description && layout?.description !== false && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      {hidden && <p className={styles.hidden}>{texts.page.hidden}</p>}
      {news && <News {...news} />}
      <div className={styles.body} ref={text}>
        {isText ? (
          <>
            {blocks?.some(({ html }) => html !== '') ? (
              <RenderedHtml blocks={blocks} hasAnchors />
            ) : (
              <p className="muted">{texts.page.emptyText}</p>
            )}
            {permissions.comment && <BlockComment text={text} onComment={comment} />}
          </>
        ) : (
          <OtherPage page={page} />
        )}
      </div>
      <PageFoot page={page} />
    </Screen>
  )
}

function News({ name, isGone, show }: NonNullable<PageViewProps['news']>) {
  const t = texts.page
  const changed = name === undefined ? t.changedBySomebody : t.changedBy(name)
  const deleted = name === undefined ? t.deletedBySomebody : t.deletedBy(name)
  return (
    <div className={styles.news} role="status">
      <span dir="auto">{isGone ? deleted : changed}</span>
      <button type="button" className="button small" onClick={show}>
        {t.show}
      </button>
    </div>
  )
}
