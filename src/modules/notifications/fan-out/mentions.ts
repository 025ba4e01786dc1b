import type { LoggedEvent } from '../../../core/events/events.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { areShort, documentFromMarkdown, encodedDocument } from '../../documents/index.ts'
import type { NamedUser } from './named-user.ts'

/** The number of people whom one text can mention. */
const MAX_MENTIONS = 50

const TEXTS = statement<{ id: string; markdown: string }>({
  name: 'textsThatMention',
  text: `SELECT "id", "markdown" FROM "Comment" WHERE "id" = ANY($1) AND strpos("markdown", '/users/usr_') > 0
    UNION ALL SELECT "id", "markdown" FROM "CommentReply" WHERE "id" = ANY($1) AND strpos("markdown", '/users/usr_') > 0
    UNION ALL SELECT "id", "description" FROM "ChangeRequest" WHERE "id" = ANY($1) AND strpos("description", '/users/usr_') > 0`,
})

const WRITTEN: ReadonlySet<string> = new Set([
  'comment.posted',
  'comment.edited',
  'reply.posted',
  'reply.edited',
  'change_request.opened',
  'change_request.updated',
])

/** The users that the texts of comments, replies and descriptions of change requests mention, as they are now. */
export async function mentionsOf(
  db: Queryable,
  events: readonly LoggedEvent[],
  signal: AbortSignal,
): Promise<NamedUser[]> {
  const posts = events.filter(({ type }) => WRITTEN.has(type))
  if (posts.length === 0) return []
  const idOf = ({ subject }: LoggedEvent) => subject.reply ?? subject.comment ?? subject.changeRequest ?? ''
  const texts = await db.query(TEXTS, [[...new Set(posts.map(idOf))]])
  const named = new Map<string, string[]>()
  for (const { id, markdown } of texts) {
    const users = await usersIn(markdown, posts[0]?.organizationId ?? '').catch((error: unknown) => {
      if (signal.aborted) throw error
      // A text that cannot be read mentions nobody. It must not keep others from being told.
      return []
    })
    named.set(id, users)
  }
  // Texts are read as they are after all of these events: each person is told once, by the first event of somebody else.
  const counted = new Set<string>()
  return posts.flatMap((event) => {
    const users = (named.get(idOf(event)) ?? []).filter(
      (userId) => userId !== event.actorId && !counted.has(`${idOf(event)} ${userId}`),
    )
    for (const userId of users) counted.add(`${idOf(event)} ${userId}`)
    return users.map((userId) => ({ position: event.position, userId, kind: 'mention' }))
  })
}

/** The users that a text mentions: what looks like a mention in a block of code is none. */
async function usersIn(markdown: string, organizationId: string): Promise<string[]> {
  const document: unknown = areShort(markdown)
    ? documentFromMarkdown(markdown)
    : JSON.parse(Buffer.from(await encodedDocument(markdown, organizationId)).toString())
  const users = new Set<string>()
  const open: unknown[] = [document]
  while (open.length > 0 && users.size < MAX_MENTIONS) {
    const node = open.pop() as MentioningNode
    const { ref } = node.data ?? {}
    if (node.type === 'mention' && ref?.kind === 'user' && ref.user !== undefined) users.add(ref.user)
    open.push(...(node.nodes ?? []), ...(node.fragments ?? []))
  }
  return [...users]
}

/** The parts of a node of a document that lead to mentions. */
interface MentioningNode {
  type?: string
  data?: { ref?: { kind: string; user?: string } }
  nodes?: unknown[]
  fragments?: unknown[]
}
