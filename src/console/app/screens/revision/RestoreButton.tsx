import { useNavigate } from '@tanstack/react-router'
import { graphql, useMutation } from 'react-relay/hooks'
import type { RestoreButtonMutation } from '#console/RestoreButtonMutation.graphql.ts'
import type { RestoreButtonPageMutation } from '#console/RestoreButtonPageMutation.graphql.ts'
import { toast } from '../../parts/toasts.ts'
import { texts } from '../../texts/index.ts'
import { useSpace } from '../space/space-context.ts'

/** Proposes the content of an earlier revision, or of one page of it, as a change request. */
export function RestoreButton({ revision, page }: { revision: string; page: string | undefined }) {
  const { id: spaceId } = useSpace()
  const navigate = useNavigate()
  const [restore, isRestoring] = useMutation<RestoreButtonMutation>(graphql`
    mutation RestoreButtonMutation($input: RestoreRevisionInput!) {
      restoreRevision(input: $input) {
        changeRequest {
          id
          number
        }
      }
    }
  `)
  const [restorePage, isRestoringPage] = useMutation<RestoreButtonPageMutation>(graphql`
    mutation RestoreButtonPageMutation($input: RestorePageInput!) {
      restorePage(input: $input) {
        changeRequest {
          id
          number
        }
      }
    }
  `)
  const isBusy = isRestoring || isRestoringPage
  const t = texts.history
  const show = (made: { readonly number: number } | undefined) =>
    made &&
    void navigate({
      to: '/s/$space/changes/$number',
      params: { space: spaceId, number: String(made.number) },
    })
  const onError = (error: Error) => toast(`${t.restoreFailed} ${error.message}`)
  const run = () => {
    const input = { spaceId, revisionId: revision }
    if (page === undefined) {
      restore({
        variables: { input },
        onCompleted: ({ restoreRevision }) => show(restoreRevision?.changeRequest),
        onError,
      })
    } else {
      restorePage({
        variables: { input: { ...input, pageId: page } },
        onCompleted: (answer) => show(answer.restorePage?.changeRequest),
        onError,
      })
    }
  }
  return (
    <button
      type="button"
      className="button small"
      title={t.restoreHint}
      aria-disabled={isBusy}
      onClick={() => !isBusy && run()}
    >
      {t.restore}
    </button>
  )
}
