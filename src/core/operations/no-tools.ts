import type { Tools } from './context.ts'

const withoutTools = (): never => {
  throw new Error('This caller was given nothing to reach the outside world with.')
}
/** For callers that only read and write, such as commands. */
export const noTools: Tools = {
  get secrets() {
    return withoutTools()
  },
  get outbound() {
    return withoutTools()
  },
  get git() {
    return withoutTools()
  },
  get limits() {
    return withoutTools()
  },
}
