export type Json = Record<string, unknown>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectOf = (value: unknown): Json => (isJson(value) ? value : {})
export const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const MAX_CHARACTERS = 5_000

export const textOf = (value: unknown, most = MAX_CHARACTERS): string =>
  typeof value === 'string' ? value.trim().slice(0, most) : ''

/** A field with a text, if there is one. */
export const textField = <Name extends string>(name: Name, value: unknown): { [Key in Name]?: string } => {
  const text = textOf(value)
  return (text === '' ? {} : { [name]: text }) as { [Key in Name]?: string }
}

/** A document whose references point only to itself. */
export class SpecDocument {
  readonly root: Json

  constructor(root: unknown) {
    this.root = objectOf(root)
  }

  get isSwagger(): boolean {
    return this.root.swagger !== undefined
  }

  /** The models by name. */
  get schemas(): Json {
    return objectOf(this.isSwagger ? this.root.definitions : objectOf(this.root.components).schemas)
  }

  /** The object that a value is or refers to. References that form a circle end without a result. */
  followed(value: unknown): Json {
    let found = value
    for (let hops = 0; hops < 50; hops += 1) {
      const ref = refOf(found)
      if (ref === undefined) return objectOf(found)
      found = this.#at(ref)
    }
    return {}
  }

  #at(ref: string): unknown {
    let at: unknown = this.root
    for (const token of tokensOf(ref)) {
      const isKnown = typeof at === 'object' && at !== null && Object.hasOwn(at, token)
      if (!isKnown) return undefined
      at = (at as Json)[token]
    }
    return at
  }
}

export const refOf = (value: unknown): string | undefined =>
  isJson(value) && typeof value.$ref === 'string' ? value.$ref : undefined

const tokensOf = (ref: string): string[] =>
  ref
    .replace(/^[^#]*#?\/?/, '')
    .split('/')
    .filter((token) => token !== '')
    .map((token) => decoded(token).replaceAll('~1', '/').replaceAll('~0', '~'))

function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

export const nameOf = (ref: string): string => tokensOf(ref).at(-1) ?? ref
