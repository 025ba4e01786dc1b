import { graphql } from 'react-relay/hooks'
import type { beginSpaceCopyMutation } from '#console/beginSpaceCopyMutation.graphql.ts'
import type { beginSpaceMutation } from '#console/beginSpaceMutation.graphql.ts'
import type { beginSpaceRenameMutation } from '#console/beginSpaceRenameMutation.graphql.ts'
import { editContent } from '../../editor/editable-content.ts'
import { mutate } from '../../relay/mutate.ts'
import { RequestError } from '../../relay/request-error.ts'
import { texts } from '../../texts/index.ts'
import { addressOf } from '../space/addresses.ts'

/** What somebody begins with. */
export type Beginning = 'guide' | 'import' | 'empty'

interface Wanted {
  organizationId: string
  title: string
  /** The space with the guide. */
  guide: string | undefined
}

/** The space that was made, and where to go on. */
interface Begun {
  space: string
  address: string
}

const nothing = () => new RequestError('INTERNAL', 'The server sent nothing.')

async function createSpace({ organizationId, title }: Wanted): Promise<string> {
  const { createSpace: made } = await mutate<beginSpaceMutation>(
    graphql`
      mutation beginSpaceMutation($input: CreateSpaceInput!) {
        createSpace(input: $input) {
          space {
            id
          }
        }
      }
    `,
    { input: { organizationId, title } },
  )
  if (!made) throw nothing()
  return made.space.id
}

async function copyGuide({ title, guide = '' }: Wanted): Promise<string> {
  const { duplicateSpace: made } = await mutate<beginSpaceCopyMutation>(
    graphql`
      mutation beginSpaceCopyMutation($input: DuplicateSpaceInput!) {
        duplicateSpace(input: $input) {
          space {
            id
          }
        }
      }
    `,
    { input: { spaceId: guide } },
  )
  if (!made) throw nothing()
  await mutate<beginSpaceRenameMutation>(
    graphql`
      mutation beginSpaceRenameMutation($input: UpdateSpaceInput!) {
        updateSpace(input: $input) {
          space {
            id
            version
            title
          }
        }
      }
    `,
    { input: { spaceId: made.space.id, title } },
  )
  return made.space.id
}

async function withFirstPage(wanted: Wanted): Promise<Begun> {
  const space = await createSpace(wanted)
  const title = texts.start.firstPage
  const { results } = await editContent(
    { spaceId: space },
    { changes: [{ insertPage: { title, type: 'DOCUMENT' } }], subject: title },
  )
  return { space, address: `${addressOf(space, results[0]?.page?.path ?? '')}?edit` }
}

/** Makes the space that somebody begins with. The address opens its editor, or what imports into it. */
export async function beginSpace(kind: Beginning, wanted: Wanted): Promise<Begun> {
  if (kind === 'empty') return withFirstPage(wanted)
  const space = kind === 'guide' ? await copyGuide(wanted) : await createSpace(wanted)
  return { space, address: `${addressOf(space)}?${kind === 'guide' ? 'edit' : 'import'}` }
}
