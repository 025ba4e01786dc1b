import WebSocket from 'ws'

const WINDOW_MS = 10_000
/** The number of frames that a client can send in this time, before and after it has authenticated. */
const MAX_ANONYMOUS = 200
const MOST = 20_000
const TOO_MANY = 4429

/**
 * Closes a socket whose client sends too many frames. Operations are charged to a budget; pings and other messages are
 * not, but take as long to read.
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
    if (count <= (isIdentified() ? MOST : MAX_ANONYMOUS) || socket.readyState !== WebSocket.OPEN) return
    socket.close(TOO_MANY, 'Too many messages')
    // Nothing more is read while the socket closes.
    socket.pause()
  }
  socket.on('message', onFrame).on('ping', onFrame).on('pong', onFrame)
}
