// Many WebSocket clients in one process, which reports when the last of them has received the next frame.
import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'

const AT_A_TIME = 100

let received = 0
let frame = ''
let lastAt = 0n
let wanted = 0
let whenComplete = () => {}
const sockets = []

function onFrame(data) {
  received++
  if (received < wanted) return
  lastAt = process.hrtime.bigint()
  frame = data.toString()
  whenComplete()
}

/** With a token it uses graphql-transport-ws and subscribes; without one it only listens. */
function connect({ url, token, query, variables }) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, token ? ['graphql-transport-ws'] : [], { perMessageDeflate: false })
    sockets.push(socket)
    socket.on('error', reject)
    socket.on('close', (code, reason) => reject(new Error(`closed with ${code} ${reason}`)))
    socket.on('open', () => {
      if (!token) return resolve()
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
    })
    socket.on('message', (data) => {
      // Frames are distinguished by length: parsing thousands of them would take most of the measured time.
      if (data.length > 100) return onFrame(data)
      if (!data.includes('connection_ack')) return
      // A unique id, as the standard client creates them, so that no two frames are the same.
      socket.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload: { query, variables } }))
      resolve()
    })
  })
}

const tasks = {
  connect: async ({ count, ...how }) => {
    while (sockets.length < count) {
      const more = Math.min(AT_A_TIME, count - sockets.length)
      await Promise.all(Array.from({ length: more }, () => connect(how)))
    }
    return {}
  },
  arm: async () => {
    received = 0
    wanted = sockets.length
    return {}
  },
  wait: ({ timeoutMs }) =>
    new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        resolve({ received, wanted, frame, lastAt: String(lastAt) })
      }
      const timer = setTimeout(finish, timeoutMs)
      whenComplete = finish
      if (received >= wanted) finish()
    }),
}

process.on('message', ({ task, ...how }) => {
  tasks[task](how).then(
    (answer) => process.send(answer),
    (error) => process.send({ failure: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send({ port: 0 })
