import { hash } from 'node:crypto'

/** The hash of a text or of bytes, which is its name: equal content has the same name everywhere. */
export const hashOf = (content: string | Uint8Array): string => hash('sha256', content, 'base64url')

/** JSON with sorted keys, because the database does not keep the order of keys. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((entry) => canonicalJson(entry ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = value as Readonly<Record<string, unknown>>
  let text = ''
  for (const key of Object.keys(entries).sort()) {
    const entry = entries[key]
    if (entry !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(entry)}`
  }
  return `{${text}}`
}
