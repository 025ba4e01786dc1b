// PostGraphile 5.1 as its documentation advises: the Amber preset with the simplifying inflection, in production mode.
import { createServer } from 'node:http'
import { PgSimplifyInflectionPreset } from '@graphile/simplify-inflection'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const server = createServer()
const instance = postgraphile({
  extends: [PostGraphileAmberPreset, PgSimplifyInflectionPreset],
  // The global ids of `NodePlugin` would collide with a table of that name, and the other one leaves out the list of change
  // requests, because its foreign key has one column more than the index.
  disablePlugins: ['NodePlugin', 'PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: 10, idleTimeoutMillis: 0 },
      pubsub: false,
    }),
  ],
  grafserv: { graphqlPath: '/graphql', watch: false, graphiql: false, websockets: false },
  grafast: { explain: false },
})
await instance.createServ(grafserv).addTo(server)
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
