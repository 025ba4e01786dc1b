/**
 * The headers of an asset besides those of all responses, at this origin. The frame of diagrams has no origin, so its
 * scripts are loaded as by a page of another site. They are the same for everyone.
 */
export const assetHeaders = (contentType: string, origin: string): Readonly<Record<string, string>> =>
  contentType.startsWith('text/html')
    ? { 'content-security-policy': framePolicy(origin) }
    : contentType.startsWith('text/javascript')
      ? { 'access-control-allow-origin': '*' }
      : {}

/** What draws diagrams from the texts of writers has an origin of its own, and requests nothing but its scripts. */
const framePolicy = (origin: string): string =>
  [
    "default-src 'none'",
    `script-src ${origin}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
