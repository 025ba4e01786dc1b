import { buildWorld, type World, type WorldParts } from '../access/world.ts'
import { GraphQLRequests } from './graphql-requests.ts'
import { Random } from './random.ts'
import { restRequest } from './rest-requests.ts'
import { Sender } from './sender.ts'
import { idsOf } from './world-ids.ts'

/** After this many requests, a new world replaces the one that they damaged. */
const REQUESTS_PER_WORLD = 4_000
const MAX_CURSORS = 500

export interface Bombardment {
  seed: number
  requests: number
  /** The number of concurrent requests. */
  atOnce: number
}

/** Sends generated requests, half to each API. The sender records the responses. */
export async function bombard(
  parts: WorldParts,
  { seed, requests, atOnce }: Bombardment,
  operatorToken?: string,
): Promise<Sender> {
  const random = new Random(seed)
  const sender = new Sender(parts.origin, atOnce)
  const cursors: string[] = []
  let next = buildWorld(parts)
  while (sender.sent < requests) {
    const world = await next
    if (sender.sent + REQUESTS_PER_WORLD < requests) next = buildWorld(parts)
    const idFor = idsOf(random, world)
    const until = Math.min(requests, sender.sent + REQUESTS_PER_WORLD)
    const graphql = new GraphQLRequests(random, idFor, cursors)
    const send = async () => {
      while (sender.sent < until) {
        const request = random.chance(0.5) ? restRequest(random, idFor, cursors) : graphql.next()
        const answer = await sender.send(request, tokenOf(random, world, operatorToken))
        for (const [, cursor = ''] of answer.text.matchAll(/"(?:page|endCursor|cursor)":"([^"]+)"/g)) {
          cursors[cursors.length < MAX_CURSORS ? cursors.length : random.below(MAX_CURSORS)] = cursor
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, send))
  }
  await sender.close()
  return sender
}

function tokenOf(random: Random, { people }: World, operatorToken: string | undefined): string | undefined {
  if (random.chance(0.9)) return people.admin.token
  if (random.chance(0.1)) return undefined
  if (operatorToken !== undefined && random.chance(0.5)) return operatorToken
  return random.pick(Object.values(people)).token
}
