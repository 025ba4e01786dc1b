import { z } from 'zod'

/** One permission: its description, and the policy rule that guards its operations. */
type Bit<Subject> = readonly [description: string, may: (subject: Subject) => boolean]

/** A `permissions` object, declared once for both APIs. */
export interface PermissionSet<Name extends string, Subject> {
  readonly descriptions: Readonly<Record<Name, string>>
  readonly schema: z.ZodObject<Record<Name, z.ZodBoolean>>
  of(subject: Subject): Record<Name, boolean>
}

export function permissionSet<Name extends string, Subject>(
  bits: Record<Name, Bit<Subject>>,
): PermissionSet<Name, Subject> {
  const entries = Object.entries(bits) as [Name, Bit<Subject>][]
  const record = <Value>(pick: (bit: Bit<Subject>) => Value) =>
    Object.fromEntries(entries.map(([name, bit]) => [name, pick(bit)])) as Record<Name, Value>
  return {
    descriptions: record(([description]) => description),
    schema: z.object(record(([description]) => z.boolean().meta({ description }))),
    // A loop, because lists call it for every row.
    of: (subject) => {
      const allowed = {} as Record<Name, boolean>
      for (const [name, [, may]] of entries) allowed[name] = may(subject)
      return allowed
    },
  }
}
