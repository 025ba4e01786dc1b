import { type FieldNode, Kind, type SelectionSetNode } from 'graphql'
import { DomainError } from '../../core/errors.ts'

const MAX_ALIASES = 100
const MAX_REPETITIONS = 100
const MAX_NESTING = 256
const MAX_OPERATIONS = 50

/** Aliases multiply work without adding depth; `__typename` counts like any other field. */
function aliasLimit() {
  let aliases = 0
  return {
    Field(field: FieldNode) {
      if (field.alias && ++aliases === MAX_ALIASES + 1) {
        throw new DomainError(
          'query_too_complex',
          `The request has more than ${MAX_ALIASES} aliases. Use fewer, or split the request.`,
        )
      }
    },
  }
}

/** Rules of variables and fragments look at all fragments that an operation uses, once for every operation. */
function operationLimit() {
  let operations = 0
  return {
    OperationDefinition() {
      if (++operations <= MAX_OPERATIONS) return
      throw new DomainError(
        'query_too_complex',
        `The document has more than ${MAX_OPERATIONS} operations. Send only those that are needed.`,
      )
    },
  }
}

/** A field that is selected again adds nothing to the response, but is priced, compared and merged again. */
function repetitionLimit() {
  return {
    SelectionSet({ selections }: SelectionSetNode) {
      const times = new Map<string, number>()
      for (const selection of selections) {
        if (selection.kind !== Kind.FIELD) continue
        const name = selection.alias?.value ?? selection.name.value
        const count = (times.get(name) ?? 0) + 1
        times.set(name, count)
        if (count > MAX_REPETITIONS) {
          throw new DomainError(
            'query_too_complex',
            `A selection contains "${name}" more than ${MAX_REPETITIONS} times. Select it once.`,
          )
        }
      }
    },
  }
}

/**
 * Values and types of variables that nest deeper than anything in the schema: recursion over them may
 * overflow the stack.
 */
function nestingLimit() {
  let depth = 0
  const enter = () => {
    if (++depth > MAX_NESTING) {
      throw new DomainError(
        'query_too_complex',
        `Values are nested too deeply: at most ${MAX_NESTING} levels are allowed.`,
      )
    }
  }
  const leave = () => {
    depth--
  }
  return { ListValue: { enter, leave }, ObjectValue: { enter, leave }, ListType: { enter, leave } }
}

/** Rules for documents whose validation or execution would take too long. */
export const documentLimits = [aliasLimit, nestingLimit, operationLimit, repetitionLimit]
