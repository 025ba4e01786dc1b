import type { Settings } from '../../core/settings.ts'
import { hasOwnOrigin } from '../../http/urls.ts'
import { adviceOn, type SharedOrigins } from '../publishing/index.ts'
import type { InstanceFigures, InstanceNode } from './instance.loaders.ts'
import type { FindingCode, FindingState } from './instance.model.ts'

/** The result of one check, and what to do about it. It contains no secret. */
export interface InstanceFinding {
  code: FindingCode
  state: FindingState
  found: string
  action: string | null
}

interface Facts {
  settings: Settings
  nodes: readonly InstanceNode[]
  figures: InstanceFigures
  shared: SharedOrigins | undefined
  now: Date
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Backups that are older are reported. */
const BACKUP_DAYS = 2
/** As in `quire doctor`: a notification is passed on by position, but tokens and jobs have times. */
const MAX_SKEW_MS = 2_000

const ok = (code: FindingCode, found: string): InstanceFinding => ({ code, state: 'ok', found, action: null })
const risk = (
  code: FindingCode,
  found: string,
  action: string,
  state: FindingState = 'warning',
): InstanceFinding => ({ code, state, found, action })

/** Everything that is checked, what needs attention first. */
export function findingsOf(facts: Facts): InstanceFinding[] {
  const found = [...settingsOf(facts), ...addressesOf(facts), ...nodesOf(facts), ...workOf(facts)]
  const weights: Record<FindingState, number> = { problem: 0, warning: 1, ok: 2 }
  return found.sort((a, b) => weights[a.state] - weights[b.state])
}

function settingsOf({ settings: { instance, mail } }: Facts): InstanceFinding[] {
  const { hasOwnDatabase, hasSecretKey, pointsPerMinute, corsOrigins, outboundAllow } = instance
  return [
    hasOwnDatabase && !hasSecretKey
      ? risk(
          'secret_key',
          'SECRET_KEY is not set; the key is a file in DATA_DIR of each node.',
          'Set SECRET_KEY to the same value on all nodes.',
        )
      : ok('secret_key', hasSecretKey ? 'SECRET_KEY is set.' : 'The key is in the file secret.key.'),
    pointsPerMinute === 0
      ? risk('rate_limit', 'RATE_LIMIT is 0: requests are not limited.', 'Set RATE_LIMIT, e.g. to 6000.')
      : ok('rate_limit', `${pointsPerMinute} points per minute and user.`),
    corsOrigins.includes('*')
      ? risk(
          'cors_origins',
          'CORS_ORIGINS is *: pages of every origin can call the APIs with a token.',
          'List the origins that need it.',
        )
      : ok('cors_origins', corsOrigins.length === 0 ? 'No other origin.' : corsOrigins.join(', ')),
    outboundAllow.length > 0
      ? risk(
          'outbound_allow',
          `OUTBOUND_ALLOW lets webhooks, imports and Git connect to ${outboundAllow.slice(0, 10).join(', ')}.`,
          'Remove what is no longer needed.',
        )
      : ok('outbound_allow', 'Only public addresses.'),
    instance.hasOpenMetrics
      ? risk(
          'open_metrics',
          'Metrics are served to other machines without a token.',
          'Set METRICS_TOKEN, or METRICS_HOST to 127.0.0.1.',
        )
      : ok('open_metrics', 'Not served to others without a token.'),
    mail === undefined
      ? risk(
          'mail',
          'No mail server is set: invitations and new passwords are links to copy.',
          'Set SMTP_URL and MAIL_FROM.',
        )
      : ok('mail', `${mail.server.host}:${mail.server.port}`),
  ]
}

function addressesOf({ settings: { instance, sites }, shared }: Facts): InstanceFinding[] {
  const { publicUrl, isReachable } = instance
  const advice = shared ? adviceOn(shared) : null
  return [
    publicUrl === undefined && isReachable
      ? risk(
          'public_url',
          'PUBLIC_URL is not set, so URLs in responses may not work for clients.',
          'Set PUBLIC_URL to the address that people use.',
        )
      : isReachable && publicUrl?.startsWith('http:')
        ? risk('public_url', `${publicUrl} is not encrypted.`, 'Serve it with HTTPS by a proxy.', 'problem')
        : ok('public_url', publicUrl ?? 'This machine only.'),
    hasOwnOrigin(sites.url, publicUrl)
      ? ok('console_origin', 'Published sites have another origin than the console.')
      : risk(
          'console_origin',
          'People sign in on the origin on which published sites are shown.',
          'Set SITES_URL to an origin of its own that this server serves as well.',
        ),
    advice === null
      ? ok('site_origins', 'Protected sites and scripts have their own origins.')
      : risk('site_origins', advice, 'Set SITES_HOST_PATTERN, or a hostname for each of these sites.'),
  ]
}

function nodesOf({ nodes }: Facts): InstanceFinding[] {
  const values = (of: (node: InstanceNode) => string | null | undefined) => [...new Set(nodes.map(of))]
  const versions = values(({ version }) => version)
  const skewed = nodes.filter(({ skewMs }) => Math.abs(skewMs) > MAX_SKEW_MS)
  return [
    versions.length > 1
      ? risk('node_versions', versions.join(', '), 'Finish the upgrade of all nodes.')
      : ok('node_versions', versions.join(', ')),
    values(({ keys: [first] }) => first).length > 1
      ? risk(
          'node_keys',
          'Not all nodes encrypt with the same key.',
          'Set SECRET_KEY to the same value on all.',
        )
      : ok('node_keys', 'All nodes encrypt with the same key.'),
    values(({ files }) => files).length > 1
      ? risk(
          'node_files',
          'Not all nodes store files in the same place.',
          'Set FILES_URL and FILES_ENDPOINT to the same values on all nodes.',
          'problem',
        )
      : ok('node_files', 'All nodes store files in the same place.'),
    skewed.length > 0
      ? risk(
          'node_clocks',
          skewed.map(({ host, skewMs }) => `${host}: ${Math.round(skewMs)} ms`).join(', '),
          'Synchronize the clocks of all nodes and of the database (NTP).',
          'problem',
        )
      : ok('node_clocks', 'All clocks agree with that of the database.'),
  ]
}

function workOf({ figures: { backupAt, jobsFailed }, now }: Facts): InstanceFinding[] {
  const isOld = backupAt === null || now.getTime() - backupAt.getTime() > BACKUP_DAYS * DAY_MS
  const last =
    backupAt === null
      ? 'No backup was made with quire backup.'
      : `The last one is of ${backupAt.toISOString()}.`
  return [
    isOld
      ? risk(
          'backup',
          last,
          `Run npx quire backup every day, or ignore this if you back up the database in another way.`,
        )
      : ok('backup', last),
    jobsFailed > 0
      ? risk(
          'failed_jobs',
          `${jobsFailed} ${jobsFailed === 1 ? 'job has' : 'jobs have'} failed for good.`,
          'See the failures of each organization, and the log.',
        )
      : ok('failed_jobs', 'None.'),
  ]
}
