import { Link } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { RevisionScreenQuery } from '#console/RevisionScreenQuery.graphql.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { RequestError } from '../../relay/request-error.ts'
import { preload as read, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { useSpace } from '../space/space-context.ts'
import { RestoreButton } from './RestoreButton.tsx'
import { RevisionBanner } from './RevisionBanner.tsx'
import { RevisionDiff } from './RevisionDiff.tsx'
import { RevisionText } from './RevisionText.tsx'

const query = graphql`
  query RevisionScreenQuery($space: ID!, $revision: ID!, $path: String!, $hasPath: Boolean!) {
    space(id: $space) {
      id
      # Named with its argument, so that what other screens read of the content does not replace it.
      content(computed: false) {
        id
      }
      revision(id: $revision) {
        id
        message
        ...RevisionBanner_revision
        pageByPath(path: $path) @include(if: $hasPath) {
          __typename
          id
          pageId
          title
          ...RevisionText_page
        }
        ...RevisionDiff_revision @skip(if: $hasPath) @alias(as: "changes")
      }
    }
  }
`

const variablesOf = ({ space = '', revision = '', _splat = '' }: Parameters) => {
  const path = _splat.replace(/\/$/, '')
  return { space, revision, path, hasPath: path !== '' }
}

export const preload = (parameters: Parameters) => read<RevisionScreenQuery>(query, variablesOf(parameters))

/** An earlier revision: what it changed, or with a path, one of its pages as it was then. */
export default function RevisionScreen() {
  const variables = variablesOf(useParameters())
  const { permissions } = useSpace()
  const { space } = useScreenQuery<RevisionScreenQuery>(query, variables)
  const revision = space?.revision
  if (!revision) throw new RequestError('NOT_FOUND', 'This revision does not exist.')
  const page = revision.pageByPath
  const isCurrent = space.content.id === revision.id
  if (variables.hasPath && !page) throw new RequestError('NOT_FOUND', 'This revision has no such page.')
  const t = texts.history
  const toChanges = (
    <Link
      to="/s/$space/revisions/$revision"
      params={{ space: variables.space, revision: variables.revision }}
      className="button small"
    >
      {t.showChanges}
    </Link>
  )
  return (
    <Screen
      title={page?.title ?? (revision.message || t.revisionTitle)}
      trail={<SpaceTrail />}
      isText={page !== null && page !== undefined}
      actions={
        <>
          {page && toChanges}
          {permissions.edit && !isCurrent && <RestoreButton revision={revision.id} page={page?.pageId} />}
        </>
      }
    >
      <RevisionBanner revision={revision} path={variables.path} isCurrent={isCurrent} />
      {page && <RevisionText page={page} />}
      {revision.changes && <RevisionDiff revision={revision.changes} />}
    </Screen>
  )
}
