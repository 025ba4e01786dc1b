import type { Visit } from '../core/operations/web.ts'

/** The sources of a directive that a script of an integration can add, and those that it cannot replace. */
const DIRECTIVES: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // A page requests nothing from other hosts: the site fetches their images, and media are links.
  'img-src': ["'self'", 'data:'],
  'media-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'self'"],
}

/** What a policy of an integration can allow: hosts, for what a script loads. */
const EXTENSIBLE = new Set(['script-src', 'style-src', 'img-src', 'connect-src', 'font-src', 'frame-src'])
const SOURCE =
  /^(?:https:\/\/)?(?:\*\.)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?::\d{1,5})?(?:\/[\w./-]{0,200})?$/i

function sourcesIn(policy: string): [string, string][] {
  return policy
    .slice(0, 4_000)
    .split(';')
    .flatMap((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      const allowed = sources.filter((source) => SOURCE.test(source))
      return EXTENSIBLE.has(name) ? allowed.map((source): [string, string] => [name, source]) : []
    })
}

const policyOf = (extra: readonly [string, string][]): string =>
  Object.entries(DIRECTIVES)
    .map(([name, sources]) => [
      name,
      ...new Set([...sources, ...extra.filter(([each]) => each === name).map(([, source]) => source)]),
    ])
    .map((words) => words.join(' '))
    .join('; ')

const PLAIN = policyOf([])

/** The policy of a page: strict, with the hosts that scripts of integrations need, and those of its frames and APIs. */
function contentSecurityPolicy(
  scripts: Visit['scripts'],
  frameOrigins: readonly string[],
  connectOrigins: readonly string[],
): string {
  const extra = scripts.flatMap(({ policy }) => (policy ? sourcesIn(policy) : []))
  const frames = frameOrigins.map((origin): [string, string] => ['frame-src', origin])
  const apis = connectOrigins
    .filter((origin) => SOURCE.test(origin))
    .map((origin): [string, string] => ['connect-src', origin])
  return extra.length + frames.length + apis.length === 0 ? PLAIN : policyOf([...extra, ...frames, ...apis])
}

/** Headers of every response of a site. */
export function securityHeaders(
  visit: Visit | null,
  frameOrigins: readonly string[] = [],
  connectOrigins: readonly string[] = [],
): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(visit?.scripts ?? [], frameOrigins, connectOrigins),
    'x-content-type-options': 'nosniff',
    'referrer-policy': visit === null || visit.hasSecret ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
  }
}
