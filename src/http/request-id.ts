import type { IncomingMessage } from 'node:http'
import { newId } from '../core/ids.ts'

const SANE_ID = /^[A-Za-z0-9._-]{8,128}$/

/**
 * The id that a proxy or client sent with the request, if it is valid in logs and headers; otherwise a new
 * one.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE_ID.test(given) ? given : newId('Request')
}
