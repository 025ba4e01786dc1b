import { Suspense } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { ConflictValueQuery } from '#console/ConflictValueQuery.graphql.ts'
import type { ConflictSubjectType } from '#console/TwoChoices_conflict.graphql.ts'
import { texts } from '../../../texts/index.ts'
import styles from './Conflicts.module.css'

interface Version {
  readonly title: string | null | undefined
  readonly slug: string | null | undefined
  readonly parentId: string | null | undefined
  readonly value: unknown
}

interface ConflictValueProps {
  subjectType: ConflictSubjectType
  field: string | null
  /** Null where it does not exist on this side. */
  version: Version | null
  changeRequestId: string
  spaceId: string
}

/** What one side of a conflict is: a value, a place, or a name. */
export function ConflictValue(props: ConflictValueProps) {
  const { subjectType, field, version, changeRequestId, spaceId } = props
  const t = texts.conflicts
  if (!version) return <span className={styles.value}>{t.deleted}</span>
  const { title, slug, parentId, value } = version
  if (field === 'parent') {
    return (
      <span className={styles.value}>
        {parentId ? (
          <>
            {t.below}{' '}
            <Suspense fallback={parentId}>
              <PageName id={parentId} changeRequestId={changeRequestId} spaceId={spaceId} />
            </Suspense>
          </>
        ) : (
          t.topLevel
        )}
      </span>
    )
  }
  const isValue = subjectType === 'VARIABLE' || (subjectType === 'PAGE' && field !== null && field !== 'slug')
  const shown = isValue ? wordsOf(value) : field === 'slug' ? `${title} (${slug})` : title
  return (
    <bdi className={styles.value} dir="auto">
      {shown}
    </bdi>
  )
}

const MAX_SHOWN = 400

/** A value of a field in words. */
function wordsOf(value: unknown): string {
  const t = texts.conflicts
  if (value === null || value === '') return t.empty
  if (typeof value === 'boolean') return value ? t.yes : t.no
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** The title of a page in the change request, or in main content where it was deleted here. */
function PageName({
  id,
  changeRequestId,
  spaceId,
}: {
  id: string
  changeRequestId: string
  spaceId: string
}) {
  const { changeRequest, space } = useLazyLoadQuery<ConflictValueQuery>(
    graphql`
      query ConflictValueQuery($changeRequest: ID!, $space: ID!, $page: ID!) {
        changeRequest(id: $changeRequest) {
          content {
            page(id: $page) {
              title
            }
          }
        }
        space(id: $space) {
          content {
            page(id: $page) {
              title
            }
          }
        }
      }
    `,
    { changeRequest: changeRequestId, space: spaceId, page: id },
  )
  return <bdi>{changeRequest?.content.page?.title ?? space?.content.page?.title ?? id}</bdi>
}
