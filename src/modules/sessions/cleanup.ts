import type { PeriodicContext } from '../../core/operations/module.ts'
import { DAY_MS, IDLE_DAYS } from './sessions.model.ts'

/** Codes are kept for a while after they expire, so that a link can say that it did. */
const CODE_DAYS = 30
const BROWSER_DAYS = 180
const BUDGET_DAYS = 1

/** Removes what has expired. */
export async function cleanUp({ database: { prisma }, now }: PeriodicContext): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await prisma.session.deleteMany({
    where: { OR: [{ expiresAt: { lt: now } }, { lastSeenAt: { lt: before(IDLE_DAYS) } }] },
  })
  await prisma.oneTimeCode.deleteMany({ where: { expiresAt: { lt: before(CODE_DAYS) } } })
  // Anybody can ask for challenges, and none is a link.
  await prisma.oneTimeCode.deleteMany({ where: { kind: 'passkey', expiresAt: { lt: now } } })
  // What says that a link has expired needs nothing of what it was for, such as an address.
  await prisma.oneTimeCode.updateMany({
    where: { expiresAt: { lt: now }, NOT: { data: { equals: {} } } },
    data: { data: {} },
  })
  await prisma.knownBrowser.deleteMany({ where: { lastUsedAt: { lt: before(BROWSER_DAYS) } } })
  await prisma.signInBudget.deleteMany({ where: { updatedAt: { lt: before(BUDGET_DAYS) } } })
}
