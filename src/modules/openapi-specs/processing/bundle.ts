import type { Collected } from './collect.ts'
import { unreadable } from './problems.ts'
import type { SpecDocument } from './read-document.ts'
import { isObject, pointerOf, refOf, splitReference } from './references.ts'

type Json = Record<string, unknown>

interface Found {
  value: unknown
  document: SpecDocument
}

/**
 * One document that refers only to itself. What another document defines is copied to the place of the first reference to
 * it, and later references point there, so that cycles stay references and nothing is copied twice.
 */
export function bundle({ documents, find }: Collected): Json {
  const entry = documents[0] as SpecDocument
  /** Where in the bundle a value of another document is, by document and pointer. */
  const places = new Map<string, string>()

  const missing = (document: SpecDocument, ref: string, path: readonly (string | number)[]) =>
    unreadable(`${document.name} refers to "${shownRef(ref)}", which does not exist.`, document.lineOf(path))

  /** The value at a pointer. A reference on the way is followed. */
  const valueAt = (from: Found, pointer: readonly string[], hops = 0): Found | undefined => {
    let at: Found = from
    for (const [index, token] of pointer.entries()) {
      const { value, document } = at
      if (!isObject(value)) return undefined
      if (Object.hasOwn(value, token)) {
        at = { value: value[token], document }
        continue
      }
      const ref = refOf(value)
      if (ref === undefined || hops > documents.length * 10) return undefined
      const target = splitReference(ref)
      const other = target.file === '' ? document : find(document, target.file)
      return (
        other &&
        valueAt(
          { value: other.value, document: other },
          [...target.pointer, ...pointer.slice(index)],
          hops + 1,
        )
      )
    }
    return at
  }

  const copy = (
    value: unknown,
    document: SpecDocument,
    at: string,
    path: readonly (string | number)[],
  ): unknown => {
    if (Array.isArray(value)) {
      return value.map((item, index) => copy(item, document, `${at}/${index}`, [...path, index]))
    }
    if (!isObject(value)) return value
    const ref = refOf(value)
    if (ref !== undefined) return reference(value, ref, document, at, path)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        copy(item, document, `${at}${pointerOf([key])}`, [...path, key]),
      ]),
    )
  }

  const reference = (
    value: Json,
    ref: string,
    document: SpecDocument,
    at: string,
    path: readonly (string | number)[],
  ): unknown => {
    const { file, pointer } = splitReference(ref)
    const target = file === '' ? document : find(document, file)
    const found = target && valueAt({ value: target.value, document: target }, pointer)
    if (!target || !found) throw missing(document, ref, path)
    if (target === entry) return { ...value, $ref: `#${pointerOf(pointer)}` }
    const key = `${documents.indexOf(target)}#${pointerOf(pointer)}`
    const place = places.get(key)
    if (place === at) {
      throw unreadable(
        `${document.name} refers to "${shownRef(ref)}", which refers only to itself.`,
        document.lineOf(path),
      )
    }
    if (place !== undefined) return { ...value, $ref: `#${place}` }
    places.set(key, at)
    const copied = copy(found.value, found.document, at, pointer)
    const { $ref: _ref, ...siblings } = value
    return isObject(copied) && !Array.isArray(copied) ? { ...copied, ...siblings } : copied
  }

  return copy(entry.value, entry, '', []) as Json
}

/** A reference without credentials. */
const shownRef = (ref: string): string => ref.replace(/\/\/[^/@\s]*@/, '//').slice(0, 200)
