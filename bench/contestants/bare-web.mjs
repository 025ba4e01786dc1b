// The limit of a published page: node:http that sends the same bytes and headers from memory.
import { createServer } from 'node:http'

let [body, headers, known, etag] = [Buffer.alloc(0), {}, {}, '']

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, known)
    return response.end()
  }
  response.writeHead(200, headers)
  response.end(body)
})
process.on('message', (asked) => {
  body = Buffer.from(asked.body, 'base64')
  etag = asked.headers.etag
  headers = asked.headers
  known = asked.known
  process.send({})
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
