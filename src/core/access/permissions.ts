import { z } from 'zod'

/** One permission: its description, and the policy rule that guards its operations. */
type Bit<Subject> = readonly [description: string, may: (subject: Subject) => boolean]

/** A `permissions` object, declared once for both APIs. */
export interface PermissionSet<Name extends string, Subject> {
  readonly descriptions: Readonly<Record<Name, string>>
  readonly schema: z.ZodObject<Record<Name, z.ZodBoolean>>
  of(subject: Subject): Readonly<Record<Name, boolean>>
  /** For callers whom no rule of the policy knows, such as visitors: these are true, and all others false. */
  only(...names: Name[]): Readonly<Record<Name, boolean>>
}

export function permissionSet<Name extends string, Subject>(
  bits: Record<Name, Bit<Subject>>,
): PermissionSet<Name, Subject> {
  const entries = Object.entries(bits) as [Name, Bit<Subject>][]
  const record = <Value>(pick: (bit: Bit<Subject>, index: number) => Value) =>
    Object.fromEntries(entries.map(([name, bit], index) => [name, pick(bit, index)])) as Record<Name, Value>
  const rules = entries.map(([, [, may]]) => may)
  // Lists need the object of every row, and few combinations occur: the rows share them.
  const combinations = new Map<number, Readonly<Record<Name, boolean>>>()
  return {
    descriptions: record(([description]) => description),
    schema: z.object(record(([description]) => z.boolean().meta({ description }))),
    of: (subject) => {
      let allowed = 0
      for (let index = 0; index < rules.length; index++) if (rules[index]?.(subject)) allowed |= 1 << index
      let known = combinations.get(allowed)
      if (!known) {
        // Spread, because the serializer is faster on an object of one shape than on one that was filled by key.
        known = Object.freeze({ ...record((_bit, index) => (allowed & (1 << index)) !== 0) })
        combinations.set(allowed, known)
      }
      return known
    },
    only: (...names) =>
      Object.fromEntries(entries.map(([name]) => [name, names.includes(name)])) as Record<Name, boolean>,
  }
}
