import { EmailAddress } from '../../core/fields.ts'
import { type Command, EXIT, UsageError } from '../command.ts'
import { checkDatabase } from '../doctor/database-checks.ts'
import { checkFiles } from '../doctor/file-checks.ts'
import { checkMachine } from '../doctor/machine-checks.ts'
import { checkMail } from '../doctor/mail-checks.ts'
import { checkSites } from '../doctor/site-checks.ts'
import { withUrl } from '../with-database.ts'

const SIGNS = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' } as const

export const doctor: Command = {
  summary: 'Checks the machine, the settings, the database and the other services, and says what to do.',
  options: {
    mail: { type: 'string', value: 'address', description: 'send a test mail to this address' },
  },
  run: async ({ values, config, out, now, clock }) => {
    const address = EmailAddress.optional().safeParse(values.mail)
    if (!address.success) throw new UsageError(`--mail takes an e-mail address, not "${values.mail}".`)
    const findings = [...(await checkMachine(config)), await checkMail(config, address.data, now)]
    try {
      findings.push(
        ...(await withUrl(config, async (url) => [
          ...(await checkDatabase(url, clock)),
          ...(await checkFiles(url, config)),
          ...(await checkSites(url, config)),
        ])),
      )
    } catch (error) {
      const action = 'Check DATABASE_URL or DATA_DIR, and that PostgreSQL runs.'
      findings.push({ name: 'database', state: 'problem', found: (error as Error).message, action })
    }
    const lines = findings.flatMap(({ name, state, found, action }) => [
      `${SIGNS[state]}${name}: ${found}`,
      ...(action === undefined ? [] : [`          ${action}`]),
    ])
    const problems = findings.filter(({ state }) => state === 'problem').length
    out.result({ findings }, [
      ...lines,
      problems === 0 ? 'No problem was found.' : `${problems} problems were found.`,
    ])
    return problems === 0 ? undefined : EXIT.problems
  },
}
