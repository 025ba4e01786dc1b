import { ConnectionHandler, commitLocalUpdate, type RecordProxy, type RecordSourceProxy } from 'relay-runtime'
import { environment } from '../relay/environment.ts'

/** The name of the connection of replies, as the fragment of `Replies` declares it. */
const REPLIES = 'Replies_replies'

const edgesOf = (connection: RecordProxy) => connection.getLinkedRecords('edges') ?? []

const has = (connection: RecordProxy, id: string): boolean =>
  edgesOf(connection).some((edge) => edge?.getLinkedRecord('node')?.getDataID() === id)

function count(connection: RecordProxy, change: number): void {
  const total = connection.getValue('totalCount')
  if (typeof total === 'number') connection.setValue(Math.max(0, total + change), 'totalCount')
}

/** Adds a resource at the end of a list, unless the list has it. */
function append(
  store: RecordSourceProxy,
  connection: RecordProxy | null | undefined,
  id: string,
  edgeType: string,
) {
  const node = store.get(id)
  if (!connection || !node || has(connection, id)) return
  ConnectionHandler.insertEdgeAfter(
    connection,
    ConnectionHandler.createEdge(store, connection, node, edgeType),
  )
  count(connection, 1)
}

/** A thread that was just posted has no replies: those that follow have events of their own. */
function beginReplies(store: RecordSourceProxy, commentId: string): void {
  const comment = store.get(commentId)
  const id = ConnectionHandler.getConnectionID(commentId, REPLIES)
  if (!comment || store.get(id)) return
  const connection = store.create(id, 'CommentReplyConnection')
  const pageInfo = store.create(`${id}:pageInfo`, 'PageInfo')
  pageInfo.setValue(false, 'hasPreviousPage').setValue(false, 'hasNextPage')
  pageInfo.setValue(null, 'startCursor').setValue(null, 'endCursor')
  connection.setLinkedRecords([], 'edges').setLinkedRecord(pageInfo, 'pageInfo').setValue(0, 'totalCount')
  // Relay numbers the edges of a connection by it, and accepts no later answer for one that has none.
  connection.setValue(0, '__connection_next_edge_index')
  comment.setLinkedRecord(connection, `__${REPLIES}_connection`)
}

/** Adds a thread to a list by the id of its connection. */
export function addThread(store: RecordSourceProxy, connectionId: string, commentId: string): void {
  beginReplies(store, commentId)
  append(store, store.get(connectionId), commentId, 'CommentEdge')
}

export function addReply(store: RecordSourceProxy, commentId: string, replyId: string): void {
  const connection = store.get(ConnectionHandler.getConnectionID(commentId, REPLIES))
  append(store, connection, replyId, 'CommentReplyEdge')
}

/** Removes a thread or a reply from a list. */
export function removeFrom(store: RecordSourceProxy, connectionId: string, id: string): void {
  const connection = store.get(connectionId)
  if (!connection) return
  ConnectionHandler.deleteNode(connection, id)
  count(connection, -1)
}

export const repliesOf = (commentId: string): string => ConnectionHandler.getConnectionID(commentId, REPLIES)

export const updateStore = (update: (store: RecordSourceProxy) => void): void =>
  commitLocalUpdate(environment, update)
