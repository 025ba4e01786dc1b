import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { LanguageCode } from '../translations.model.ts'

/** The most entries of one organization. */
export const MAX_ENTRIES = 2_000

/** The most changes of one request. */
const MAX_CHANGES = 200

const organizationId = idField('Organization', 'The ID of the organization.')
const glossaryEntryId = idField('GlossaryEntry', 'The ID of the entry.')

const Term = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\n\r]*$/, 'must be one line')
/** A term by language. */
const Terms = z
  .partialRecord(LanguageCode, Term)
  .refine((terms) => Object.keys(terms).length > 0, 'must have at least one language')
  .meta({
    scalar: 'JSON',
    description:
      'The term in each language, by the code of the language: one line of at most 255 characters each.',
  })
export type Terms = z.output<typeof Terms>

const Change = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('insert'), translations: Terms }).meta({ description: 'Adds an entry.' }),
    z
      .object({ type: z.literal('update'), id: glossaryEntryId, translations: Terms })
      .meta({ description: 'Replaces the terms of an entry.' }),
    z
      .object({ type: z.literal('delete'), id: glossaryEntryId })
      .meta({ description: 'Deletes an entry. One that is gone is ignored.' }),
  ])
  .meta({ title: 'GlossaryEntry', description: 'A change of the glossary: exactly one of these.' })
export type GlossaryChange = z.output<typeof Change>

export const GlossaryFilters = z.object({
  orderBy: LanguageCode.optional().meta({
    description:
      'Orders the entries by their term in this language, and those without one last. By default, the oldest come first.',
  }),
})
export type GlossaryFilters = z.output<typeof GlossaryFilters>

export const ListGlossary = GlossaryFilters.extend({ organizationId })
export const GetGlossaryEntry = z.object({ organizationId: organizationId.optional(), glossaryEntryId })
export const UpdateGlossary = z
  .object({
    organizationId,
    operations: z
      .array(Change)
      .min(1)
      .max(MAX_CHANGES)
      .meta({ description: `The changes, at most ${MAX_CHANGES}. All of them are made, or none.` }),
  })
  .refine(({ operations }) => {
    const ids = operations.flatMap((each) => (each.type === 'insert' ? [] : [each.id]))
    return new Set(ids).size === ids.length
  }, 'must change each entry once')
