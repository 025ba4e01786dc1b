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
  get settings() {
    return withoutTools()
  },
  get signs() {
    return withoutTools()
  },
}

/** For commands, which only read and write, with the settings of the instance. */
export const onlySettings = (settings: Tools['settings']): Tools =>
  Object.create(noTools, { settings: { value: settings } }) as Tools
