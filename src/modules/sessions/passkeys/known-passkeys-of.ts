import type { Passkey } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'

type KnownPasskey = Pick<Passkey, 'credentialId' | 'transports'>

const FIND = statement<KnownPasskey>({
  name: 'knownPasskeys',
  text: `SELECT "credentialId", "transports" FROM "Passkey" WHERE "userId" = $1 ORDER BY "id"`,
})

/** How browsers recognize the passkeys of a user. */
export const knownPasskeysOf = (db: Queryable, userId: string): Promise<KnownPasskey[]> =>
  db.query(FIND, [userId])
