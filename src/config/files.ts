import { createHash } from 'node:crypto'
import { z } from 'zod'
import { trimEndOf } from '../core/trim.ts'
import type { S3Options } from '../platform/files/s3-store.ts'

/** The settings of the object storage for the bytes of files. */
export const FilesVariables = {
  FILES_URL: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/\w[\w.-]*)*\/?$/)
    .optional()
    .describe(
      'a bucket and a folder in it that store the bytes of files, e.g. s3://quire-files/production; without it they are in the database',
    ),
  FILES_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).pathname === '/')
    .optional()
    .describe(
      'the URL of a server that is compatible with S3, e.g. http://minio:9000; that of AWS in FILES_REGION by default',
    ),
  FILES_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/)
    .default('us-east-1')
    .describe('the region of the bucket, e.g. eu-central-1'),
  FILES_ACCESS_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'the id of the key that reads, writes and deletes objects of the bucket; required with FILES_URL',
    ),
  FILES_SECRET_KEY: z.string().min(1).optional().describe('the secret of that key; required with FILES_URL'),
}

/** The object storage that the settings name; `missing` creates the error for a setting that has to be there with others. */
export function filesOf(
  value: z.output<z.ZodObject<typeof FilesVariables>>,
  missing: (variable: keyof typeof FilesVariables) => Error,
): S3Options | undefined {
  const {
    FILES_URL: url,
    FILES_ACCESS_KEY: accessKey,
    FILES_SECRET_KEY: secretKey,
    FILES_REGION: region,
  } = value
  if (url === undefined) return undefined
  if (accessKey === undefined || secretKey === undefined) {
    throw missing(accessKey === undefined ? 'FILES_ACCESS_KEY' : 'FILES_SECRET_KEY')
  }
  const [bucket = '', ...folders] = trimEndOf(url, /\//).slice('s3://'.length).split('/')
  return {
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    endpoint: value.FILES_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    region,
    accessKey,
    secretKey,
  }
}

/** Distinguishes buckets, and folders in them, without naming them. */
export const digestOfPlace = ({ endpoint, bucket, prefix }: S3Options): string =>
  createHash('sha256')
    .update(JSON.stringify([endpoint, bucket, prefix]))
    .digest('hex')
    .slice(0, 16)
