import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendPage, wantsHtml } from '../../http/page.ts'
import { EXPLORER_ENDPOINT, loadExplorer } from './explorer-files.ts'

/** True for a browser that opens the URL, as opposed to a program that queries it. */
export function wantsExplorer(request: FastifyRequest): boolean {
  const query = request.query as Record<string, unknown>
  const isQuery = query.query !== undefined || query.documentId !== undefined
  return request.method === 'GET' && !isQuery && wantsHtml(request)
}

const HOST = /^[\w.:[\]-]+$/

/** A source without a scheme has that of the page. The editor writes its own styles. */
const policyAt = (host: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    `connect-src ${HOST.test(host) ? host + EXPLORER_ENDPOINT : "'none'"}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Sends the page, unless the browser has it. */
export async function sendExplorer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('Content-Security-Policy', policyAt(request.headers.host ?? ''))
  return sendPage(request, reply, (await loadExplorer()).page)
}
