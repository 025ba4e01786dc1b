import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Page: 'pag',
    File: 'fil',
    ReusableContent: 'rus',
  },
  events: {
    'space.content_updated': { audience: 'space', description: 'Main content of a space was changed.' },
    'change_request.content_changed': {
      audience: 'space',
      description: 'The content of a change request was changed.',
    },
  },
  withinSpace: ['Page', 'File'],
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    content: typeof facts
  }
}
