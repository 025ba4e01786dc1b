import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Revision: 'rev',
  },
  withinSpace: ['Revision'],
} as const satisfies Facts

type Ids = (typeof facts)['ids']
declare module '../../core/ids.ts' {
  interface IdPrefixes extends Ids {}
}
