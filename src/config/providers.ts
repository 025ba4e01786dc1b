import { z } from 'zod'
import type { Settings } from '../core/settings.ts'

type ProviderSettings = Settings['providers'][number]

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Without TLS anybody between could sign in as anybody. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  if (search !== '' || hash !== '' || username !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

const NAME = /^[a-z][a-z0-9_]{0,30}$/

/** The settings of one provider, by the part of their names after OIDC_<NAME>_. */
const Provider = z.object({
  ISSUER: z
    .string()
    .max(500)
    .refine(isIssuer)
    .describe('the https URL of the provider, as in `issuer` of its /.well-known/openid-configuration'),
  CLIENT_ID: z.string().min(1).max(500).describe('the client ID that the provider has given this server'),
  CLIENT_SECRET: z
    .string()
    .min(1)
    .max(1_000)
    .describe('the client secret that the provider has given this server'),
  TITLE: z.string().trim().min(1).max(64).optional().describe('a title of at most 64 characters'),
  SCOPES: z
    .string()
    .max(500)
    .transform((text) => text.split(/[\s,]+/).filter((scope) => scope !== ''))
    .refine((scopes) => scopes.includes('openid'))
    .default(['openid', 'email', 'profile'])
    .describe('scopes separated by spaces, with openid, e.g. openid email profile'),
  CREATES: z
    .enum(['invited', 'domains', 'everyone'])
    .default('invited')
    .describe('one of invited, domains, everyone'),
})

/** The name of the setting that lists the providers. */
const LIST = 'OIDC_PROVIDERS'

export const ProviderVariables = {
  [LIST]: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))
    .refine((names) => names.every((name) => NAME.test(name)) && new Set(names).size === names.length)
    .refine((names) => names.length <= 20)
    .describe(
      'the names of at most 20 OpenID providers with which people sign in, separated by commas, in lower case, e.g. company,google; each has settings such as OIDC_COMPANY_ISSUER, OIDC_COMPANY_CLIENT_ID and OIDC_COMPANY_CLIENT_SECRET',
    ),
}

/** The providers that the settings name. `invalid` creates the error with a line for each that is wrong. */
export function providersOf(
  names: readonly string[],
  environment: Record<string, string | undefined>,
  invalid: (lines: readonly string[]) => Error,
): ProviderSettings[] {
  const lines: string[] = []
  const providers = names.flatMap((name): ProviderSettings[] => {
    const prefix = `OIDC_${name.toUpperCase()}_`
    const given = Object.fromEntries(
      Object.keys(Provider.shape).map((part) => [part, environment[prefix + part]]),
    )
    const parsed = Provider.safeParse(given)
    if (!parsed.success) {
      const wrong = new Set(
        parsed.error.issues.map(({ path: [part] }) => part as keyof typeof Provider.shape),
      )
      for (const part of wrong) {
        lines.push(`  ${prefix}${part}: expected ${Provider.shape[part].description}`)
      }
      return []
    }
    const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, ...others } = parsed.data
    const { TITLE: title = name, SCOPES: scopes, CREATES: creates } = others
    return [{ name, issuer, clientId, clientSecret, title, scopes, creates }]
  })
  const issuers = new Map<string, string>()
  for (const { name, issuer } of providers) {
    const other = issuers.get(issuer)
    if (other !== undefined) {
      lines.push(
        `  OIDC_${name.toUpperCase()}_ISSUER: expected another issuer than that of ${other}; list each provider once`,
      )
    }
    issuers.set(issuer, name)
  }
  if (lines.length > 0) throw invalid(lines)
  return providers
}
