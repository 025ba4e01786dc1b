import type { ObjectRef } from '@pothos/core'
import type { Types } from './builder.ts'

/**
 * A type over the rows that loaders return. Pothos knows a Prisma type by the columns of its table; loaders
 * add values that their statement computes, such as the viewer's role. Only this function asserts that.
 */
export function nodeType<Row extends object>(ref: { readonly name: string }): ObjectRef<Types, Row> {
  return ref as unknown as ObjectRef<Types, Row>
}
