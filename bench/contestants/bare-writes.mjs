// The limit of a write: node:http, and the statements of the gateway one after the other in the same transaction. No
// access is checked, and a response has the bytes of the gateway's.
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text)

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  idleTimeoutMillis: 0,
  options: '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan',
})
let [variants, places] = [[], []]
const names = new Map()

/** Ids sort by time, as those of the gateway do, so that indexes grow in the same way. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
function freshId(id) {
  let time = ''
  for (let ms = Date.now(), n = 0; n < 10; n++, ms = Math.floor(ms / 32)) time = ALPHABET[ms % 32] + time
  const random = Array.from(randomBytes(16), (byte) => ALPHABET[byte % 32]).join('')
  return `${id.slice(0, id.indexOf('_'))}_${time}${random}`
}

function nameOf(text) {
  if (!names.has(text)) names.set(text, createHash('sha1').update(text).digest('hex'))
  return names.get(text)
}

/** The statement with ids of this place and new ids instead of the recorded ones. */
function valuesFor(statement, replaced) {
  return statement.values.map((value, index) => {
    if (!statement.hasIds[index]) return value
    for (const [from, to] of replaced) value = value.replaceAll(from, to)
    return value
  })
}

async function write(place, { statements, newIds, reference }) {
  const replaced = [
    ...newIds.map((id) => [id, freshId(id)]),
    ...Object.entries(reference).map(([kind, id]) => [id, place[kind]]),
  ]
  const client = await pool.connect()
  const results = []
  try {
    for (const statement of statements) {
      const values = valuesFor(statement, replaced)
      const { rows } = await client.query({ name: nameOf(statement.text), text: statement.text, values })
      results.push(rows)
    }
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
  return results
}

const server = createServer(async (request, response) => {
  try {
    const url = new URL(request.url, 'http://localhost')
    const variant = variants[Number(url.searchParams.get('variant'))]
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    JSON.parse(Buffer.concat(chunks).toString())
    const results = await write(places[Number(url.searchParams.get('place'))], variant)
    const body = Buffer.from(JSON.stringify(results).padEnd(variant.bytes)).subarray(0, variant.bytes)
    response.writeHead(variant.status, {
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
  ;({ variants, places } = asked)
  for (const { statements } of variants) {
    for (const statement of statements) {
      statement.values = statement.values.map((value) =>
        value?.base64 === undefined ? value : Buffer.from(value.base64, 'base64'),
      )
      statement.hasIds = statement.values.map(
        (value) => typeof value === 'string' && /[a-z]+_[0-9a-z]{26}/.test(value),
      )
    }
  }
  process.send({})
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
