import { readOf } from '../../core/lists/loaders.ts'
import { type RememberedPage, rememberedPages } from '../content/index.ts'
import { reachOf, type SpaceReach } from '../spaces/index.ts'
import {
  type CommentRow,
  pageMemoryOf,
  type ReactionGroup,
  type ReplierRow,
  type ReplyRow,
  reactionsOf,
  repliersOf,
} from './comments.loaders.ts'

/** The data that presenting comments or replies of one space needs besides their rows. */
export interface PresentationData {
  reach: SpaceReach | undefined
  reactions: Map<string, ReactionGroup[]>
  repliers: Map<string, ReplierRow[]>
}

/** Read for all rows together: one statement per kind of data, and none for data that no row needs. */
export const presentationData = readOf(
  'space:read',
  async (reads, rows: (CommentRow | ReplyRow)[]): Promise<PresentationData> => {
    const ids: string[] = []
    const answered: string[] = []
    for (const row of rows) {
      if (row.reactionCount > 0) ids.push(row.id)
      if ('replyCount' in row && row.replyCount > 0) answered.push(row.id)
    }
    const [reach, reactions, repliers] = await Promise.all([
      rows[0] && reachOf(reads, rows[0].spaceId),
      reads.loadMany(reactionsOf, ids),
      reads.loadMany(repliersOf, answered),
    ])
    return {
      reach,
      reactions: new Map(ids.map((id, index) => [id, reactions[index] ?? []])),
      repliers: new Map(answered.map((id, index) => [id, repliers[index] ?? []])),
    }
  },
)

/** The pages that comments are about, by the id of the comment; reads nothing when there are none. */
export const commentedPages = readOf(
  'space:read',
  async (reads, rows: CommentRow[]): Promise<Map<string, RememberedPage | null>> => {
    const about = rows.flatMap((row) => pageMemoryOf(row) ?? [])
    const pages = await reads.loadMany(rememberedPages, about)
    return new Map(about.map(({ commentId }, index) => [commentId, pages[index] ?? null]))
  },
)
