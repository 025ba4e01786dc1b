// The limit: node:http and prepared statements, no framework, no authentication, no validation.
import { createServer } from 'node:http'
import pg from 'pg'
import { handWritten } from './bare-by-hand.mjs'
import { bareList } from './bare-list.mjs'
import { oneStatement } from './bare-one-statement.mjs'

// Times as text: a Date would only be converted back to text.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text)

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  idleTimeoutMillis: 0,
  options: '-c TimeZone=UTC',
})
const routes = { '/F': oneStatement, '/F3': handWritten, '/list': bareList }

const server = createServer(async (request, response) => {
  try {
    const url = new URL(request.url, 'http://localhost')
    const body = Buffer.from(await routes[url.pathname](pool, url.searchParams))
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
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
