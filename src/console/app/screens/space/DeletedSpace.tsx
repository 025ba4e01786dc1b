import { graphql } from 'react-relay/hooks'
import type { DeletedSpaceQuery } from '#console/DeletedSpaceQuery.graphql.ts'
import { act } from '../../forms/act.ts'
import { NotFound } from '../../frame/Failure.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { restoreSpace } from '../../places/restore-space.ts'
import { rereadShown, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'

/** In place of a space that cannot be shown. Those who can restore it are offered to. */
export default function DeletedSpace({ id }: { id: string }) {
  const { space } = useScreenQuery<DeletedSpaceQuery>(
    graphql`
      query DeletedSpaceQuery($space: ID!) {
        space(id: $space) {
          id
          title
          deletedAt
          permissions {
            restore
          }
        }
      }
    `,
    { space: id },
  )
  const t = texts.settings
  if (!space?.deletedAt || !space.permissions.restore) return <NotFound />
  const { title } = space
  const restore = () =>
    void act({ run: () => restoreSpace(id), done: t.restored(title), onChanged: rereadShown })
  return (
    <Screen title={t.deletedTitle(title)}>
      <Empty
        action={
          <button type="button" className="button primary" onClick={restore}>
            {t.restore}
          </button>
        }
      >
        {t.deletedText}
      </Empty>
    </Screen>
  )
}
