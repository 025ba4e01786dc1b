import WebSocket from 'ws'

const WINDOW_MS = 10_000
/** Frames that a peer may send in this time: until it has sent a token, and then. */
const MOST_ANONYMOUS = 200
const MOST = 20_000
const TOO_MANY = 4429

/**
 * Closes a socket whose peer sends frames without end. Operations are paid from a budget; pings, and messages that are
 * no operations, cost as much to read and are not.
 */
export function limitFrames(socket: WebSocket, isIdentified: () => boolean): void {
  let count = 0
  let since = performance.now()
  const onFrame = () => {
    const now = performance.now()
    if (now - since > WINDOW_MS) {
      since = now
      count = 0
    }
    count++
    if (count <= (isIdentified() ? MOST : MOST_ANONYMOUS) || socket.readyState !== WebSocket.OPEN) return
    socket.close(TOO_MANY, 'Too many messages')
    // Nothing more is read while it may take its time to close.
    socket.pause()
  }
  socket.on('message', onFrame).on('ping', onFrame).on('pong', onFrame)
}
