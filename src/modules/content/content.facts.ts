import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Page: 'pag',
    File: 'fil',
    ReusableContent: 'rus',
    Conflict: 'cfl',
  },
  events: {
    'space.content_updated': { audience: 'space', description: 'The main content of a space was changed.' },
    'change_request.content_changed': {
      audience: 'space',
      description: 'The content of a change request was changed.',
    },
    'change_request.merged': { audience: 'space', description: 'A change request was merged.' },
  },
  scopes: {
    'change-request:merge': 'Merge change requests.',
    'organization:search': 'Search the content of an organization.',
  },
  withinSpace: ['Page', 'File'],
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    content: typeof facts
  }
}
