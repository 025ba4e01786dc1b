// PostGraphile 4.14 as its documentation advises for production.
import { createServer } from 'node:http'
import simplifyInflector from '@graphile-contrib/pg-simplify-inflector'
import graphileBuild from 'graphile-build'
import pg from 'pg'
import { postgraphile } from 'postgraphile'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, idleTimeoutMillis: 0 })

const handler = postgraphile(pool, 'public', {
  appendPlugins: [simplifyInflector.default ?? simplifyInflector],
  // Its global `nodeId` would collide with a column of that name.
  skipPlugins: [graphileBuild.NodePlugin],
  disableQueryLog: true,
  disableDefaultMutations: true,
  graphiql: false,
  enableQueryBatching: false,
  legacyRelations: 'omit',
  setofFunctionsContainNulls: false,
  retryOnInitFail: false,
})
const server = createServer(handler)
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
