/** A nested query: the number of items at each level. With 0 replies, the level is not requested. */
export interface Breadth {
  changeRequests: number
  comments: number
  replies: number
}

export const breadths = {
  big: { changeRequests: 20, comments: 10, replies: 3 },
  small: { changeRequests: 5, comments: 3, replies: 0 },
} satisfies Record<string, Breadth>

const connection = (node: string) =>
  `{ edges { cursor node { ${node} } } pageInfo { hasNextPage endCursor } }`

const quirePerson = '{ id displayName email }'
const quireReply = `id postedAt body { markdown } postedBy ${quirePerson}`
const quireComment = (replies: string) =>
  `id status postedAt body { markdown } postedBy ${quirePerson} ${replies}`

export function quireQuery(spaceId: string, breadth: Breadth) {
  const replies = breadth.replies > 0
  return {
    query: `query ($space: ID!, $changeRequests: Int!, $comments: Int!${replies ? ', $replies: Int!' : ''}) {
      space(id: $space) { id title changeRequests(first: $changeRequests) ${connection(
        `id number status subject createdAt createdBy ${quirePerson} comments(first: $comments) ${connection(
          quireComment(replies ? `replies(first: $replies) ${connection(quireReply)}` : ''),
        )}`,
      )} } }`,
    variables: {
      space: spaceId,
      changeRequests: breadth.changeRequests,
      comments: breadth.comments,
      ...(replies ? { replies: breadth.replies } : {}),
    },
  }
}

/** The versions of PostGraphile name ids, enum values and lists differently. */
const postgraphileNames = {
  4: { id: 'id', by: 'id', order: 'ID', open: 'OPEN', replies: 'commentRepliesByCommentId' },
  5: { id: 'id: rowId', by: 'rowId', order: 'ROW_ID', open: 'open', replies: 'commentReplies' },
}

export function postgraphileQuery(version: 4 | 5, spaceId: string, breadth: Breadth) {
  const replies = breadth.replies > 0
  const names = postgraphileNames[version]
  const person = `{ ${names.id} displayName email }`
  const posted = `${names.id} postedAt markdown postedBy ${person}`
  return {
    query: `query ($space: String!, $changeRequests: Int!, $comments: Int!${replies ? ', $replies: Int!' : ''}) {
      space(${names.by}: $space) { ${names.id} title changeRequests: changeRequestsBySpaceIdAndOrganizationId(first: $changeRequests, condition: { status: ${names.open} }, orderBy: ${names.order}_DESC) ${connection(
        `${names.id} number status subject createdAt createdBy ${person} comments: remarks(first: $comments, orderBy: ${names.order}_DESC) ${connection(
          `status ${posted} ${
            replies
              ? `replies: ${names.replies}(first: $replies, orderBy: ${names.order}_ASC) ${connection(posted)}`
              : ''
          }`,
        )}`,
      )} } }`,
    variables: quireQuery(spaceId, breadth).variables,
  }
}

/** The path of the plain server that returns the same data. */
export function barePath(variant: 'F' | 'F3', spaceId: string, breadth: Breadth): string {
  const { changeRequests, comments, replies } = breadth
  return `/${variant}?space=${spaceId}&changeRequests=${changeRequests}&comments=${comments}&replies=${replies}`
}

interface Person {
  id: string
  displayName: string
  email: string
}

interface Connection<Node> {
  edges: { cursor: string; node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

interface Posted {
  id: string
  postedAt: string
  markdown?: string
  body?: { markdown: string }
  postedBy: Person
}

interface Answer {
  errors?: unknown
  data?: {
    space: {
      id: string
      title: string
      changeRequests: Connection<{
        id: string
        number: number
        status: string
        subject: string
        createdAt: string
        createdBy: Person
        comments: Connection<Posted & { status: string; replies?: Connection<Posted> }>
      }>
    } | null
  }
}

/** What all contestants must agree on: rows, texts, people, order, and whether there are more. */
export function normalised(body: string): unknown {
  const answer = JSON.parse(body) as Answer
  if (answer.errors || !answer.data?.space) throw new Error(`No data: ${body.slice(0, 500)}`)
  const time = (text: string) => new Date(text).toISOString()
  const person = ({ id, displayName, email }: Person) => ({ id, displayName, email })
  const list = <Node>({ edges, pageInfo }: Connection<Node>, shape: (node: Node) => unknown) => {
    // Cursors differ between contestants. Their number, and which is the last, do not.
    if (!edges.every(({ cursor }) => typeof cursor === 'string' && cursor.length > 0))
      throw new Error('No cursor')
    if (pageInfo.endCursor !== (edges.at(-1)?.cursor ?? null)) throw new Error('endCursor is not the last')
    return { more: pageInfo.hasNextPage, items: edges.map(({ node }) => shape(node)) }
  }
  const posted = (row: Posted) => ({
    id: row.id,
    postedAt: time(row.postedAt),
    markdown: row.body?.markdown ?? row.markdown,
    postedBy: person(row.postedBy),
  })
  const { id, title, changeRequests } = answer.data.space
  return {
    id,
    title,
    changeRequests: list(changeRequests, (row) => ({
      id: row.id,
      number: row.number,
      status: row.status.toLowerCase(),
      subject: row.subject,
      createdAt: time(row.createdAt),
      createdBy: person(row.createdBy),
      comments: list(row.comments, (comment) => ({
        ...posted(comment),
        status: comment.status.toLowerCase(),
        ...(comment.replies ? { replies: list(comment.replies, posted) } : {}),
      })),
    })),
  }
}

/** A REST list without its cursor, which is opaque. */
export function normalisedList(body: string): unknown {
  const { next, ...rest } = JSON.parse(body) as { next?: { page: string }; count: number; items: unknown[] }
  if (rest.items.length === 0) throw new Error(`No items: ${body.slice(0, 500)}`)
  return { ...rest, more: next !== undefined }
}
