import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mountAuth } from '../console/server/mount-auth.ts'
import { mountConsole, nameBuild } from '../console/server/mount-console.ts'
import type { Feed } from '../core/events/feed.ts'
import type { UserFeed } from '../core/events/user-feed.ts'
import type { Downloads } from '../core/operations/downloads.ts'
import { declaredPart } from '../core/operations/module.ts'
import type { SignInOptions } from '../core/operations/sign-in.ts'
import type { Cors } from '../http/cors.ts'
import type { ChargeAddress } from '../http/create-http.ts'
import type { Entrance } from '../http/entrance.ts'
import { mountHealth } from '../http/health.ts'
import { hostProof } from '../http/host-proof.ts'
import type { AccessLog } from '../http/logs/access-log.ts'
import { mountMetrics } from '../http/metrics.ts'
import { nothingHere, refuseUnknownPaths } from '../http/refusals.ts'
import { hasOwnOrigin } from '../http/urls.ts'
import { modules } from '../modules/index.ts'
import { mountDownloads } from '../rest/downloads.ts'
import { mountRest } from '../rest/mount-rest.ts'
import { mountReference } from '../rest/reference/index.ts'
import { type ServedGraphQL, serveGraphQL } from './graphql.ts'
import type { Identity } from './identity.ts'
import type { Wiring } from './wiring.ts'

export interface ServedApis extends ServedGraphQL {
  readonly downloads: readonly Downloads[]
}

interface ApiParts {
  identity: Identity
  feed: Feed
  userFeed: UserFeed
  cors: Cors
  accessLog: AccessLog
  charge: ChargeAddress
}

/** Mounts all that is not a published site: both APIs, their reference, the console, downloads, health and metrics. */
export async function serveApis(
  http: FastifyInstance,
  wiring: Wiring,
  parts: ApiParts & Pick<Parameters<typeof serveGraphQL>[2], 'addressOf' | 'isForSite'>,
): Promise<ServedApis> {
  const { config, database, log, now, tools, readiness, metrics, signed, urls } = wiring
  const { identity, cors, charge, ...others } = parts
  const { entrance } = identity
  nameBuild(http)
  mountHealth(http, readiness, (challenge, seen) => hostProof(tools.secrets, challenge, seen))
  if (metrics && config.metrics.token !== undefined) {
    mountMetrics(http, { metrics, token: config.metrics.token, entrance })
  }
  const downloads = modules.flatMap(
    ({ downloads }) => downloads?.({ database, files: tools.files, now, settings: tools.settings }) ?? [],
  )
  // Requests without a token are charged to the address of the client.
  await http.register(async (scope) => {
    scope.addHook('onRequest', charge)
    mountConsole(scope, {
      sites: hasOwnOrigin(config.settings.sites.url, config.publicUrl)
        ? new URL(config.settings.sites.url ?? '').origin
        : undefined,
      isOperator: (request) => isOperator(request, entrance, database),
    })
    mountReference(scope, {
      modules,
      hasExplorer: config.explorer,
      startedAt: now(),
      origin: wiring.origin.current,
      makeReference: declaredPart(modules, 'reference'),
    })
    mountDownloads(scope, {
      signed,
      charge: (request, reply, points) => entrance.chargeAddress(request, reply, points),
      paths: Object.assign({}, ...downloads.map(({ paths }) => paths)),
      open: Object.assign({}, ...downloads.map(({ open }) => open)),
    })
  })
  await mountRest(http, {
    urls,
    routes: modules.flatMap(({ routes }) => routes),
    readerRoutes: modules.flatMap(({ readerRoutes }) => readerRoutes),
    nothingHere,
    entrance,
  })
  const signInOptions: SignInOptions = {
    database,
    now,
    tools,
    report: (problem, message) => log.warn(problem, message),
  }
  await mountAuth(http, {
    endpoints: Object.assign({}, ...modules.map(({ signIn }) => signIn?.(signInOptions).endpoints)),
    cookies: identity.cookies,
    entrance,
    now,
    callerFor: (viewer, { id: requestId, ip, span }, reply) =>
      identity.callerFor(viewer, { reply, requestId, sender: { ip }, span }),
  })
  const graphql = await serveGraphQL(http, wiring, {
    ...others,
    identity,
    allows: (request) => cors.allowsSocket(request),
  })
  // Added last, so that it only handles paths outside both APIs, which handle unknown paths themselves.
  refuseUnknownPaths(http, charge)
  return { ...graphql, downloads }
}

/** By a token or a session, like every request to an API. */
async function isOperator(
  request: FastifyRequest,
  entrance: Entrance,
  { prisma }: Wiring['database'],
): Promise<boolean> {
  const { authorization } = request.headers
  const viewer =
    (await entrance.identify(authorization, request)) ?? (await entrance.identifySession(request))
  if (!viewer || viewer.reader || viewer.scopes.length > 0) return false
  const user = await prisma.user.findUnique({
    where: { id: viewer.userId },
    select: { isOperator: true },
  })
  return user?.isOperator === true
}
