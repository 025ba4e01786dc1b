import { z } from 'zod'
import type { FieldMeta } from '../../../core/fields.ts'
import { siteAt } from '../sites.model.ts'
import { type AdaptiveSchema, schemaProblem } from './schema-problem.ts'

export const GetAdaptiveSchema = z.object(siteAt)
export const ListTemplateConditions = z.object(siteAt)

const JsonSchema = z
  .unknown()
  .transform((value, context): AdaptiveSchema => {
    const problem = schemaProblem(value)
    if (problem === null) return value as AdaptiveSchema
    context.addIssue({ code: 'custom', ...problem })
    return z.NEVER
  })
  .meta({
    scalar: 'JSON',
    description:
      'A JSON Schema (draft 07) of the claims that conditions can refer to: an object of booleans, strings, numbers, arrays of those, and objects, each with a description, and `additionalProperties: false`.',
  } satisfies FieldMeta)

export const UpdateAdaptiveSchema = z.object({ ...siteAt, jsonSchema: JsonSchema })
