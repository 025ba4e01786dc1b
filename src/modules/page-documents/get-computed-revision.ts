import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { idField } from '../../core/fields.ts'
import { operation } from '../../core/operations/operation.ts'
import { OpenAPISource } from '../content-changes/index.ts'
import { type ComputedSpecPage, findSpecPages, getSpecRow } from '../openapi-specs/index.ts'
import { getSpaceRow } from '../spaces/index.ts'

/** The pages that a spec computes, whether or not a page of the space shows them. */
export interface ComputedRevision {
  spaceId: string
  spec: string
  seed: string
  pages: ComputedSpecPage[]
}

const GetComputedRevision = z.object({
  spaceId: idField('Space', 'The ID of a space in the organization of the spec.'),
  source: OpenAPISource,
  seed: z.string().max(1_000).default('').meta({
    description: 'What the IDs of the pages begin with. The same seed gives the same IDs.',
  }),
})

export const getComputedRevision = operation({
  id: 'content.getComputedRevision',
  input: GetComputedRevision,
  scope: 'space:read',
  writes: false,
  authorize: async ({ reads }, { spaceId, source }) => {
    const { organizationId } = await getSpaceRow(reads, spaceId)
    return getSpecRow(reads, { organizationId, specSlug: source.dependencies.spec.ref.spec })
  },
  run: async ({ reads }, { spaceId, source, seed }, { organizationId, slug }): Promise<ComputedRevision> => {
    const found = await findSpecPages(reads.db, { organizationId, slug })
    if (!found?.lastVersion) throw notFound('A version of this OpenAPI spec')
    const pages = found.pages.filter(({ doc }) => doc !== 'models' || source.props.models)
    return { spaceId, spec: slug, seed, pages }
  },
})
