import { createHmac, hash } from 'node:crypto'

export interface SigningKeys {
  accessKey: string
  secretKey: string
  region: string
}

interface RequestToSign {
  method: string
  /** Encoded as it is sent. Requests have no query. */
  path: string
  /** All of them are signed. Names in lower case, with the host. */
  headers: Readonly<Record<string, string>>
  /** The SHA-256 of the body, in hexadecimal. */
  payloadHash: string
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The headers of a request to S3, with its signature (AWS Signature Version 4). */
export function withSignature(
  { method, path, headers, payloadHash }: RequestToSign,
  { accessKey, secretKey, region }: SigningKeys,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const date = time.slice(0, 8)
  const all: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': time,
  }
  const names = Object.keys(all).sort()
  const canonical = [
    method,
    path,
    '',
    ...names.map((name) => `${name}:${all[name]}`),
    '',
    names.join(';'),
    payloadHash,
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, hash('sha256', canonical)].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  const signature = hmac(key, text).toString('hex')
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}
