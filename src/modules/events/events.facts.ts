import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Event: 'evt',
  },
} as const satisfies Facts

type Ids = (typeof facts)['ids']
declare module '../../core/ids.ts' {
  interface IdPrefixes extends Ids {}
}
