import type { TestApp } from './app.ts'

/** The actor and the subject of all events of a type in an organization. */
export async function loggedEvents({ db }: TestApp, organizationId: string, type: string) {
  const events = await db.database.prisma.event.findMany({ where: { organizationId, type } })
  return events.map(({ actorId, subject }) => ({ actor: actorId, subject }))
}
