import type { Tools } from './context.ts'

const withoutTools = (): never => {
  throw new Error('This caller has no tools to reach external servers.')
}
/** For callers that only read and write. */
export const noTools: Tools = {
  get secrets() {
    return withoutTools()
  },
  get outbound() {
    return withoutTools()
  },
  get temporaryFiles() {
    return withoutTools()
  },
  // Files that they add are stored in the database.
  files: null,
  get git() {
    return withoutTools()
  },
  get addresses() {
    return withoutTools()
  },
  get limits() {
    return withoutTools()
  },
}

/** For commands, which only read and write, within the limits of the instance. */
export const onlyLimits = (limits: Tools['limits']): Tools =>
  Object.create(noTools, { limits: { value: limits } }) as Tools
