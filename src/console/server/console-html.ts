import { randomBytes } from 'node:crypto'
import { consoleAssets } from './console-assets.ts'

export const ASSETS = '/app/~assets'

/** Nothing inline, nothing from other hosts except previews of sites, in no frame, and no text becomes a script. */
const policyOf = (nonce: string, sites: string, trustedTypes: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // For the styles that an editor adds while it runs.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src 'self'${sites === '' ? '' : ` ${sites}`}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ')

const NO_SCRIPT =
  '<noscript><main><h1>Quire</h1><p>This page needs JavaScript. Turn it on and reload the page.</p></main></noscript>'

/** The HTML before and after the nonce, which every response has one of. */
type Shell = readonly [before: string, after: string]

function shellOf(head: string, body: string): Shell {
  const { entries, font, build } = consoleAssets()
  return [
    `<!doctype html>
<html lang="en" class="js">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="quire-build" content="${build}">
<meta property="csp-nonce" nonce="`,
    `">
<title>Quire</title>
<link rel="icon" href="${ASSETS}/${entries['pages/icon.svg']}">
<link rel="preload" href="${ASSETS}/${font}" as="font" type="font/woff2" crossorigin>
<script src="${ASSETS}/${entries['pages/theme.ts']}"></script>
${head}
</head>
<body>
${body}${NO_SCRIPT}
</body>
</html>
`,
  ]
}

const styles = (name: string) => `<link rel="stylesheet" href="${ASSETS}/${name}">`

/** The HTML is the same for every address of its kind: the script shows the page of the address. */
function makeShells(): { pages: Shell; app: Shell } {
  const { entries, preloaded } = consoleAssets()
  const pages = `${styles(entries['pages/styles/main.css'])}
<script src="${ASSETS}/${entries['pages/main.ts']}" defer></script>`
  const ahead = preloaded.map((name) => `<link rel="modulepreload" href="${ASSETS}/${name}">`)
  const app = `${styles(entries['app/main.tsx.css'])}
${ahead.join('\n')}
<script type="module" src="${ASSETS}/${entries['app/main.tsx']}"></script>`
  return { pages: shellOf(pages, ''), app: shellOf(app, '<div id="app"></div>') }
}

let shells: ReturnType<typeof makeShells> | undefined

/** The HTML of a kind of address, and its policy. `sites` is the origin of published sites if they have one of their own. */
export function consoleHtml(kind: 'pages' | 'app', sites: string): { html: string; policy: string } {
  shells ??= makeShells()
  const nonce = randomBytes(16).toString('base64')
  const [before, after] = shells[kind]
  // The one policy of the app passes on HTML that the server has rendered and sanitized.
  const trustedTypes = kind === 'app' ? 'quire-html' : "'none'"
  return { html: `${before}${nonce}${after}`, policy: policyOf(nonce, sites, trustedTypes) }
}
