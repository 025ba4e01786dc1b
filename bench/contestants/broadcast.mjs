// The limit of a fan-out: a `ws` server that sends the same text to all clients.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { memory } from '../memory.mjs'

const server = createServer()
const sockets = new WebSocketServer({ server })

process.on('message', ({ frame }) => {
  if (frame === undefined) {
    process.send(memory())
    return
  }
  for (const socket of sockets.clients) socket.send(frame)
  process.send({})
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', 1024, () => process.send({ port: server.address().port }))
