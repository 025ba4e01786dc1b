import { addressOf } from './addresses.ts'
import { published } from './published.ts'
import { specified } from './specified.ts'

export { addressOf } from './addresses.ts'
export { operationTable } from './table.ts'

/** The operation id in clients of the public API. */
export const publicIdOf = (method: string, path: string): string | undefined => {
  const address = addressOf(method, path)
  return specified[address] ?? published[address]
}

const SEGMENT = '[^/]+'

/** One expression for each method: a request below `/v1` is compared with all of them at once. */
const patterns = new Map<string, RegExp>()
for (const address of [...Object.keys(specified), ...Object.keys(published)]) {
  const [method = '', path = ''] = address.split(' ')
  const pattern = path.replaceAll('{}', SEGMENT).replace('*', '.+')
  const known = patterns.get(method)
  patterns.set(method, new RegExp(known ? `${known.source}|^${pattern}/?$` : `^${pattern}/?$`))
}

/** True for a request that is an operation of the public API. `path` is the part after `/v1`. */
export const isPublicOperation = (method: string, path: string): boolean =>
  patterns.get(method)?.test(path) ?? false
