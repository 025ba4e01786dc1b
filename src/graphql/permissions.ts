import type { ObjectRef } from '@pothos/core'
import { builder, type Types } from './builder.ts'

/** A type for a `permissions` object, from the names that the policy's own function gives. */
export function permissionsType<Shape extends Record<string, boolean>>(
  name: string,
  descriptions: { [Key in keyof Shape]: string },
): ObjectRef<Types, Shape> {
  return builder.objectRef<Shape>(name).implement({
    description: 'What you may do with it.',
    fields: (t) =>
      Object.fromEntries(
        Object.entries(descriptions).map(([key, description]) => [
          key,
          t.boolean({ description, resolve: (permissions) => permissions[key] === true }),
        ]),
      ),
  }) as unknown as ObjectRef<Types, Shape>
}
