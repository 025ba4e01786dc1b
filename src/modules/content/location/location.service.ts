import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { mustBe } from '../../../core/input-errors.ts'
import type { Context } from '../../../core/operations/context.ts'
import { readOperation } from '../../../core/operations/operation.ts'
import type { Space } from '../../../generated/prisma/client.ts'
import type { ChangeRequestRow } from '../../change-requests/index.ts'
import { getSpaceRow } from '../../spaces/index.ts'
import { findPageAt, type PageRow } from '../content.loaders.ts'
import { getContent } from '../content-scope.ts'

/** What an address in the app leads to. */
export interface ContentLocation {
  space: Space
  changeRequest: ChangeRequestRow | null
  /** Null at the address of the space or the change request itself, and where there is no page. */
  page: PageRow | null
}

const GetContentLocation = z.object({
  url: z
    .url({ protocol: /^https?$/, error: mustBe('an absolute http or https URL') })
    .max(2048)
    .meta({ scalar: 'URL', description: 'An address in the app of this server, such as `urls.app` has it.' }),
})

/** `/s/{space}`, then `/changes/{number}` or `/revisions/{revision}`, then the path of a page. */
const IN_APP = /^\/app\/s\/([^/]+)(?:\/changes\/(\d+)|\/revisions\/(rev_[^/]+)|\/~page(?=\/))?(?:\/(.*))?$/

/** The space, the change request and the page at an address of the app, as far as the caller sees them. */
export const getContentLocation = readOperation({
  id: 'content.getLocation',
  input: GetContentLocation,
  scope: 'space:read',
  read: async (ctx, { url }): Promise<ContentLocation> => {
    const [, spaceId = '', changeRequestId, revisionId, rest = ''] = placeIn(ctx, url)
    const space = await getSpaceRow(ctx.reads, spaceId)
    const content = await getContent(ctx.reads, {
      spaceId,
      ...(changeRequestId === undefined ? {} : { changeRequestId }),
      ...(revisionId === undefined ? {} : { revisionId }),
    })
    const path = rest.split('/').filter(Boolean).join('/')
    const page = path === '' ? null : await findPageAt(ctx.reads, content, path)
    return { space, changeRequest: content.changeRequest, page }
  },
})

function placeIn({ tools }: Pick<Context, 'tools'>, address: string): RegExpExecArray {
  const url = new URL(address)
  const found = url.origin === tools.settings.origin() ? IN_APP.exec(decoded(url.pathname)) : null
  if (!found) throw notFound('Content of this address')
  return found
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
