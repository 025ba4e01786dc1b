import { z } from 'zod'
import type { View } from '../../../rest/route.ts'
import { RestLineRange } from '../../content/index.ts'
import type { FollowedBlock } from '../../documents/index.ts'
import type { CommentRow } from '../comments.loaders.ts'

export const RestCommentBlock = z
  .object({
    id: z.string(),
    preview: z.string().optional(),
    markdown: z.string().optional().meta({ description: 'Its Markdown when the comment was posted.' }),
    outdated: z.boolean().optional().meta({
      description: 'Whether the text of the block was changed or removed since the comment was posted.',
    }),
    current: z
      .object({ id: z.string(), type: z.string(), lines: RestLineRange, markdown: z.string() })
      .optional()
      .meta({ description: 'The block as it is now. Absent if it was removed.' }),
  })
  .meta({
    id: 'CommentBlock',
    description:
      'The block of a comment. `markdown`, `outdated` and `current` are returned for a single comment, and in lists with `current=true`.',
  })

export function toRestBlock(
  { nodeId, nodePreview }: CommentRow,
  followed: FollowedBlock | undefined,
  { caller: { meter } }: View,
): z.input<typeof RestCommentBlock> | undefined {
  if (nodeId === null) return undefined
  const block = { id: nodeId, preview: nodePreview ?? undefined }
  if (!followed) return block
  const { former, current, isOutdated: outdated } = followed
  return {
    ...block,
    markdown: former ? meter.text(former.markdown) : undefined,
    outdated,
    current: current
      ? { id: current.key, type: current.type, lines: current.lines, markdown: meter.text(current.markdown) }
      : undefined,
  }
}
