import type { ObjectRef } from '@pothos/core'
import type { PermissionSet } from '../core/access/permissions.ts'
import { builder, type Types } from './builder.ts'

/** The GraphQL type of a `permissions` object. */
export function permissionsType<Name extends string>(
  typeName: string,
  { descriptions }: Pick<PermissionSet<Name, never>, 'descriptions'>,
): ObjectRef<Types, Record<Name, boolean>> {
  return builder.objectRef<Record<Name, boolean>>(typeName).implement({
    description: 'What you are allowed to do with the resource.',
    fields: (t) =>
      Object.fromEntries(
        Object.entries<string>(descriptions).map(([key, description]) => [
          key,
          t.boolean({ description, resolve: (permissions) => permissions[key as Name] }),
        ]),
      ),
  }) as unknown as ObjectRef<Types, Record<Name, boolean>>
}
