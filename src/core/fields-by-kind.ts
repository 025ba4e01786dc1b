import type { z } from 'zod'

/** Requires of an object with a kind exactly the fields that its kind has, of all fields that some kind has. */
export function fieldsByKind(fields: Readonly<Record<string, readonly string[]>>) {
  const all = new Set(Object.values(fields).flat())
  return (value: { kind: string }, context: z.core.$RefinementCtx): void => {
    for (const name of all) {
      const isWanted = fields[value.kind]?.includes(name) ?? false
      if (((value as Record<string, unknown>)[name] !== undefined) === isWanted) continue
      const message = isWanted
        ? `is required for the kind ${value.kind}`
        : `must be absent for the kind ${value.kind}`
      context.addIssue({ code: 'custom', path: [name], message })
    }
  }
}
