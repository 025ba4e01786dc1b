// The limit of a published site: node:http, the statements of the gateway, and its number of bytes. No access is
// checked, and rows are sent as they are.
import { createServer } from 'node:http'
import pg from 'pg'

pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text)

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, idleTimeoutMillis: 0 })
let [statements, bytes] = [[], 0]

const server = createServer(async (_request, response) => {
  try {
    const results = await Promise.all(statements.map((statement) => pool.query(statement)))
    const text = JSON.stringify(results.map(({ rows }) => rows))
    const body = Buffer.from(text.padEnd(bytes)).subarray(0, bytes)
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
    })
    response.end(body)
  } catch (error) {
    response.writeHead(500)
    response.end(String(error))
  }
})
process.on('message', (asked) => {
  ;({ statements, bytes } = asked)
  process.send({})
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
