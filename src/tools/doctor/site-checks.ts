import type { Config } from '../../config/config.ts'
import { hasOwnOrigin } from '../../http/urls.ts'
import { adviceOn, SHARED_ORIGINS, type SharedOrigins } from '../../modules/publishing/index.ts'
import { withClient } from '../with-database.ts'
import type { Finding } from './finding.ts'

const UNDEFINED_TABLE = '42P01'

/**
 * Whether protected sites and scripts of integrations have origins of their own, and whether the console has one. Nothing
 * before the first start.
 */
export async function checkSites(url: string, config: Config): Promise<Finding[]> {
  return checkAddresses(url, config).then(
    (finding) => [finding, checkConsole(config)],
    (error: { code?: string }) => {
      if (error.code === UNDEFINED_TABLE) return []
      throw error
    },
  )
}

async function checkAddresses(url: string, { settings: { sites } }: Config): Promise<Finding> {
  const shared = await withClient(url, async (client) => {
    const { rows } = await client.query<SharedOrigins>(SHARED_ORIGINS.text, [sites.hostSuffix !== undefined])
    return rows[0]
  })
  const advice = shared ? adviceOn(shared) : null
  const name = 'published sites'
  if (advice === null)
    return { name, state: 'ok', found: 'protected sites and scripts have their own origins' }
  const [found = '', action = ''] = advice.split(': ', 2)
  return { name, state: 'warning', found, action: `${action.charAt(0).toUpperCase()}${action.slice(1)}` }
}

/** Pages of sites run no script of strangers. On an origin of their own, a mistake in that would concern no account. */
function checkConsole({ settings: { sites }, publicUrl }: Config): Finding {
  const name = 'console'
  if (hasOwnOrigin(sites.url, publicUrl))
    return { name, state: 'ok', found: 'published sites have another origin than the pages to sign in' }
  return {
    name,
    state: 'warning',
    found: 'people sign in on the origin on which published sites are shown',
    action:
      'Set SITES_URL to an origin of its own, such as https://docs.example.com, that is served by this server as well.',
  }
}
