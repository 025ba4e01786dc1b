import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { withSignature } from '../../src/platform/files/signature.ts'

// The examples in the documentation of S3, "Authenticating Requests: Using the Authorization Header".
const KEYS = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const HOST = 'examplebucket.s3.amazonaws.com'
const TIME = new Date('2013-05-24T00:00:00Z')

it.each([
  [
    'GET',
    '/test.txt',
    { host: HOST, range: 'bytes=0-9' },
    '',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    '/test%24file.text',
    {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      host: HOST,
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
])('the client signs a %s request as S3 documents it', (method, path, headers, body, signature) => {
  const payloadHash = hash('sha256', body)
  const { authorization } = withSignature({ method, path, headers, payloadHash }, KEYS, TIME)
  expect(authorization).toContain(`Signature=${signature}`)
})
