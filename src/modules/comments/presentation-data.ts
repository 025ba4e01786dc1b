import { readOf } from '../../core/lists/loaders.ts'
import type { User } from '../../generated/prisma/client.ts'
import { type RememberedPage, rememberedPages } from '../content/index.ts'
import { reachOf, type SpaceReach } from '../spaces/index.ts'
import { participantById } from '../users/index.ts'
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
  people: Map<string, User>
  repliers: Map<string, ReplierRow[]>
}

/** Read for all rows together: one statement per kind of data, and none for data that no row needs. */
export const presentationData = readOf(
  'space:read',
  async (reads, rows: (CommentRow | ReplyRow)[]): Promise<PresentationData> => {
    const ids: string[] = []
    const answered: string[] = []
    const resolvers = new Set<string>()
    for (const row of rows) {
      if (row.reactionCount > 0) ids.push(row.id)
      if ('replyCount' in row && row.replyCount > 0) answered.push(row.id)
      if ('resolvedById' in row && row.resolvedById !== null) resolvers.add(row.resolvedById)
    }
    const [reach, reactions, people, repliers] = await Promise.all([
      rows[0] && reachOf(reads, rows[0].spaceId),
      reads.loadMany(reactionsOf, ids),
      reads.loadMany(participantById, [...resolvers]),
      reads.loadMany(repliersOf, answered),
    ])
    return {
      reach,
      reactions: new Map(ids.map((id, index) => [id, reactions[index] ?? []])),
      people: new Map(people.flatMap((user) => (user ? [[user.id, user]] : []))),
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
