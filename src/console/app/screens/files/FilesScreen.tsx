import { graphql } from 'react-relay/hooks'
import type { FilesScreenQuery } from '#console/FilesScreenQuery.graphql.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { RequestError } from '../../relay/request-error.ts'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { useSpace } from '../space/space-context.ts'
import { useFreshContent } from '../space/use-fresh-content.ts'
import { FileDrop } from './FileDrop.tsx'
import { FileTable } from './FileTable.tsx'
import { ReusableContents } from './ReusableContents.tsx'

const query = graphql`
  query FilesScreenQuery($space: ID!) {
    space(id: $space) {
      id
      # Named with its argument, so that what other screens read of the content does not replace it.
      content(computed: false) {
        id
        ...FileTable_revision
        ...ReusableContents_revision
      }
    }
  }
`

export const preload = ({ space = '' }: Parameters) => read<FilesScreenQuery>(query, { space })

/** The files and the reusable contents of a space. */
export default function FilesScreen() {
  const { space: id = '' } = useParameters()
  const { permissions, isLive } = useSpace()
  const { space } = useScreenQuery<FilesScreenQuery>(query, { space: id })
  const again = () => reread<FilesScreenQuery>(query, { space: id })
  useFreshContent(again)
  if (!space) throw new RequestError('NOT_FOUND', 'This space does not exist.')
  const mayChange = permissions.edit && isLive
  const t = texts.files
  const content = (
    <>
      {permissions.edit && !isLive && <p className="message">{t.locked}</p>}
      <FileTable revision={space.content} mayChange={mayChange} onChanged={again} />
      <ReusableContents revision={space.content} />
    </>
  )
  return (
    <Screen title={t.title} trail={<SpaceTrail />}>
      {mayChange ? (
        <FileDrop spaceId={id} onUploaded={again}>
          {content}
        </FileDrop>
      ) : (
        content
      )}
    </Screen>
  )
}
