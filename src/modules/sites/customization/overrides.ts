import { invalidInput } from '../../../core/errors.ts'
import { Customization } from './customization.schema.ts'

/** What a site space overrides: groups with some of their fields, and plain values. */
export type Overrides = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** An icon is either images or an emoji, so it is replaced as a whole. */
const isReplaced = (name: string) => name === 'favicon'

const withoutNulls = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

/** The overrides after a change: null clears a group or a field, and what is absent stays. */
export function changedOverrides(before: Overrides, changes: Overrides): Overrides {
  const after: Record<string, unknown> = { ...before }
  for (const [name, change] of Object.entries(changes)) {
    if (change === undefined) continue
    const kept = isGroup(before[name]) ? before[name] : {}
    const value = isGroup(change) && !isReplaced(name) ? withoutNulls({ ...kept, ...change }) : change
    if (value === null || (isGroup(value) && Object.keys(value).length === 0 && !isReplaced(name))) {
      delete after[name]
    } else after[name] = value
  }
  return after
}

/** What a site space looks like: the site, with its overrides. */
export function overridden(site: Customization, overrides: Overrides): Customization {
  const whole: Record<string, unknown> = { ...site }
  for (const [name, value] of Object.entries(overrides)) {
    whole[name] = isGroup(value) && !isReplaced(name) ? { ...(whole[name] as object), ...value } : value
  }
  return whole as unknown as Customization
}

/** Rejects overrides that are incomplete without a group that the site does not have. */
export function requireWhole(customization: Customization): void {
  const { success, error } = Customization.safeParse(customization)
  if (success) return
  throw invalidInput(
    ...error.issues.map(({ path, message }) => ({ path: path.map((part) => String(part)), message })),
  )
}
