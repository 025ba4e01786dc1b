import { z } from 'zod'
import { SpecSlug } from '../openapi-specs/index.ts'

/** The type of pages that are computed from an OpenAPI spec. */
export const OPENAPI = 'builtin:openapi'

/** The source of pages that are computed from an OpenAPI spec. */
export const OpenAPISource = z
  .object({
    type: z.literal(OPENAPI).meta({ description: 'The type of source: `builtin:openapi`.' }),
    props: z
      .object({
        models: z
          .boolean()
          .default(true)
          .meta({ description: 'Whether the models of the spec have a page.' }),
      })
      .default({ models: true })
      .meta({ title: 'ComputedProps', description: 'Options of the pages.' }),
    dependencies: z
      .object({
        spec: z
          .object({
            ref: z
              .object({
                kind: z.literal('openapi').meta({ description: 'The kind of reference: `openapi`.' }),
                spec: SpecSlug,
              })
              .meta({ title: 'ComputedSpecReference', description: 'A reference to an OpenAPI spec.' }),
          })
          .meta({ title: 'ComputedSpec', description: 'The OpenAPI spec.' }),
      })
      .meta({
        title: 'ComputedDependencies',
        description: 'The resources that the pages are computed from.',
      }),
  })
  .meta({ title: 'ComputedSource', description: 'The source of computed pages.' })
