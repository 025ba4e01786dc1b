/** Code for the server of an organization that signs in a visitor. A test runs it, and opens the site with its token. */
export const signingSample = (address: string): string => `import { createHmac } from 'node:crypto'

const key = process.env.QUIRE_VISITOR_KEY
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

// Call it for a visitor who has signed in on your server.
export function signedAddress(claims) {
  const expires = Math.floor(Date.now() / 1000) + 3600
  const head = encode({ alg: 'HS256', typ: 'JWT' })
  const body = encode({ ...claims, exp: expires })
  const signature = createHmac('sha256', key).update(\`\${head}.\${body}\`).digest('base64url')
  const address = new URL('${address}')
  address.searchParams.set('jwt_token', \`\${head}.\${body}.\${signature}\`)
  return address.href
}
`
