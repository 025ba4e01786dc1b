import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { idField } from '../../core/fields.ts'
import { operation } from '../../core/operations/operation.ts'
import { clientDocumentOf, splitSource } from '../documents/index.ts'
import {
  findSpecPages,
  findSpecPagesNamed,
  findSpecTexts,
  getSpecRow,
  SpecSlug,
} from '../openapi-specs/index.ts'
import { getSpaceRow } from '../spaces/index.ts'

export const ComputedDocumentPath = '/spaces/:spaceId/content/computed/document'

export const ComputedDoc = z.enum(['info', 'operations', 'models']).meta({ description: 'The kind of page.' })

const ComputedDocumentSource = z
  .object({
    type: z
      .literal('builtin:openapi')
      .meta({ description: 'The type of source: `builtin:openapi`, as in `computed` of a page.' }),
    props: z
      .object({
        doc: ComputedDoc,
        page: z.string().min(1).max(255).optional().meta({
          description: 'The slug of the page; required unless `doc` is models.',
        }),
      })
      .refine(({ doc, page }) => doc === 'models' || page !== undefined, {
        path: ['page'],
        message: 'is required unless doc is models',
      })
      .meta({ title: 'ComputedDocumentProps', description: 'Which page of the spec.' }),
    dependencies: z
      .object({
        spec: z
          .object({
            ref: z
              .object({
                kind: z.literal('openapi').meta({ description: 'The kind of reference: `openapi`.' }),
                spec: SpecSlug,
              })
              .meta({
                title: 'ComputedDocumentSpecReference',
                description: 'A reference to an OpenAPI spec.',
              }),
          })
          .meta({ title: 'ComputedDocumentSpec', description: 'The OpenAPI spec.' }),
      })
      .meta({ title: 'ComputedDocumentDependencies', description: 'What the text is computed from.' }),
  })
  .meta({ title: 'ComputedDocumentSource', description: 'What the text of a computed page is made of.' })

const GetComputedDocument = z.object({
  spaceId: idField('Space', 'The ID of a space in the organization of the spec.'),
  source: ComputedDocumentSource,
  seed: z.string().max(1_000).optional().meta({
    description: 'Accepted from clients of the public API. Documents here have no IDs to make from it.',
  }),
})

/** The text of a page that a spec computes, whether or not a page of the space shows it. */
export const getComputedDocument = operation({
  id: 'content.getComputedDocument',
  input: GetComputedDocument,
  scope: 'space:read',
  writes: false,
  authorize: async ({ reads }, { spaceId, source }) => {
    const { organizationId } = await getSpaceRow(reads, spaceId)
    return getSpecRow(reads, { organizationId, specSlug: source.dependencies.spec.ref.spec })
  },
  run: async ({ reads }, { source: { props } }, { organizationId, slug }): Promise<object> => {
    const key = { organizationId, slug }
    const found =
      props.page === undefined
        ? await findSpecPages(reads.db, key)
        : (await findSpecPagesNamed(reads.db, [{ ...key, name: props.page }]))[0]
    const page = found?.pages.find(({ doc }) => doc === props.doc)
    if (!found?.lastVersion || !page) throw notFound('This page of the OpenAPI spec')
    const [text] = await findSpecTexts(
      reads.db,
      [{ versionId: found.lastVersion, key: page.key, spec: slug }],
      (bytes) => reads.meter.admit(bytes),
    )
    const written = await clientDocumentOf(splitSource(text ?? '').body, async () => ({}), organizationId)
    reads.meter.add(written.bytes)
    return written.value
  },
})
