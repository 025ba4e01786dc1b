import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { ProposedPageQuery } from '#console/ProposedPageQuery.graphql.ts'
import { LazyEditor, useEdit, useIsEditing } from '../../../editor/edit-address.tsx'
import { Empty } from '../../../parts/Empty.tsx'
import { RenderedHtml } from '../../../parts/RenderedHtml.tsx'
import { Screen } from '../../../parts/Screen.tsx'
import { RequestError } from '../../../relay/request-error.ts'
import { useScreenQuery } from '../../../relay/use-screen-query.ts'
import { texts } from '../../../texts/index.ts'
import { PageThreads } from '../../../threads/PageThreads.tsx'
import { usePlace } from '../../space/PresenceProvider.tsx'
import { SpaceTrail } from '../../space/SpaceTrail.tsx'
import styles from './ProposedPage.module.css'

/** The address of the first page: slugs cannot begin with it. */
const FIRST = '~'

interface ProposedPageProps {
  space: string
  number: number
  path: string
}

/** A page as a change request proposes it, to read or to edit. */
export default function ProposedPage(props: ProposedPageProps) {
  const isEditing = useIsEditing()
  // The first page has a path only once it is known.
  return isEditing && props.path !== FIRST ? <LazyEditor {...props} /> : <Read {...props} />
}

function Read({ space, number, path }: ProposedPageProps) {
  const isFirst = path === FIRST
  const { changeRequest } = useScreenQuery<ProposedPageQuery>(
    graphql`
      query ProposedPageQuery($space: ID!, $number: Int!, $path: String!, $isFirst: Boolean!) {
        changeRequest(spaceId: $space, number: $number) {
          id
          subject
          permissions {
            edit
          }
          content {
            id
            pageByPath(path: $path) @skip(if: $isFirst) {
              ...ProposedPage_page @relay(mask: false)
            }
            allPages(first: 1) @include(if: $isFirst) {
              nodes {
                ...ProposedPage_page @relay(mask: false)
              }
            }
          }
        }
      }
    `,
    { space, number, path, isFirst },
  )
  usePlace({ changeRequestId: changeRequest?.id })
  if (!changeRequest) throw new RequestError('NOT_FOUND', '')
  const { content, subject } = changeRequest
  const page = isFirst ? content.allPages?.nodes[0] : content.pageByPath
  const mayEdit = changeRequest.permissions.edit && page?.blocks != null && !isFirst
  const edit = useEdit(mayEdit)
  const t = texts.changeRequest
  const params = { space, number: String(number) }
  return (
    <Screen
      title={page?.title ?? t.page.missing}
      isText
      trail={
        <>
          <SpaceTrail />
          <span aria-hidden="true">/</span>
          <Link to="/s/$space/changes/$number" params={params} dir="auto">
            {t.title(number, subject.trim() || t.untitled)}
          </Link>
        </>
      }
      actions={
        mayEdit && (
          <button type="button" className="button small" onClick={edit}>
            {texts.page.edit}
          </button>
        )
      }
      aside={page && <PageThreads spaceId={space} changeRequestId={changeRequest.id} pageId={page.pageId} />}
    >
      <p className={styles.notice}>
        {t.page.notice(number)}{' '}
        <Link to="/s/$space/changes/$number" params={params}>
          {t.page.back}
        </Link>
      </p>
      {page?.blocks ? (
        <RenderedHtml blocks={page.blocks} hasAnchors />
      ) : (
        <Empty>{page ? t.page.notText : t.page.missing}</Empty>
      )}
    </Screen>
  )
}

export const page = graphql`
  fragment ProposedPage_page on Page {
    pageId
    title
    ... on DocumentPage {
      blocks {
        key
        type
        html
      }
    }
  }
`
