/** The facts of all modules, by the name of the module. Each adds its own by declaration merging. */
export interface DeclaredFacts {
  core: { ids: { Request: 'req' } }
}

type FactsOf<Part extends string> = {
  [Module in keyof DeclaredFacts]: DeclaredFacts[Module] extends Record<Part, infer Facts> ? Facts : never
}[keyof DeclaredFacts]

type NamesIn<Facts> = Facts extends unknown ? keyof Facts : never

/** The names that all modules together declare in one part of their facts: kinds of ids, types of events, scopes. */
export type Declared<Part extends 'ids' | 'events' | 'scopes'> = NamesIn<FactsOf<Part>> & string
