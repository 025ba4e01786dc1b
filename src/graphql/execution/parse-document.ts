import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  OverlappingFieldsCanBeMergedRule,
  parse,
  Source,
  specifiedRules,
  validate,
} from 'graphql'
import { DomainError } from '../../core/errors.ts'
import { documentLimits } from './document-limits.ts'
import { fieldMergeError } from './field-merging.ts'

const MAX_TOKENS = 5_000
const MAX_ERRORS = 20
/** Errors suggest names that are similar. Comparing one name with all names of the schema takes 3 ms. */
const MAX_ERRORS_WITH_SUGGESTIONS = 3

/** The limits come first, so that they apply before the rules that they protect. */
const rules = [
  ...documentLimits,
  ...specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule),
]

/** A request that nests so deeply that the stack overflows is too complex; it is not an internal error. */
export function withinStack<Result>(look: () => Result): Result {
  try {
    return look()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new DomainError('query_too_complex', 'The request is nested too deeply. Use fewer levels.')
  }
}

/** The document of a text. Throws a syntax error, or query_too_complex. */
export function parseDocument(text: string): DocumentNode {
  const source = new Source(text)
  const document = withinStack(() => parseWithin(source))
  // An error counts the lines of the source up to each of its nodes, when it is created. Without a text it counts none;
  // the tokens of the nodes have their lines, which are used instead (`locationsOf`).
  Object.assign(source, { body: '' })
  return document
}

function parseWithin(source: Source): DocumentNode {
  try {
    return parse(source, { maxTokens: MAX_TOKENS })
  } catch (error) {
    if (error instanceof Error && error.message.includes(`${MAX_TOKENS} tokens`)) {
      throw new DomainError(
        'query_too_complex',
        `The request has more than ${MAX_TOKENS} tokens. Split it into several requests.`,
      )
    }
    throw error
  }
}

/** Throws the errors of a document that is not valid, as an array. */
export function requireValid(
  schema: GraphQLSchema,
  document: DocumentNode,
  { hideSuggestions }: { hideSuggestions: boolean },
): void {
  const errors = withinStack(() => errorsIn(schema, document, true))
  if (errors.length === 0) return
  throw hideSuggestions || errors.length > MAX_ERRORS_WITH_SUGGESTIONS
    ? errors
    : errorsIn(schema, document, false)
}

function errorsIn(
  schema: GraphQLSchema,
  document: DocumentNode,
  hideSuggestions: boolean,
): readonly GraphQLError[] {
  const errors = validate(schema, document, rules, { hideSuggestions, maxErrors: MAX_ERRORS })
  if (errors.length > 0) return errors
  const conflict = fieldMergeError(schema, document)
  return conflict ? [conflict] : []
}
