import { createHash } from 'node:crypto'
import { type DocumentNode, type ExecutionArgs, Kind, type OperationDefinitionNode, visit } from 'graphql'
import type { GraphQLContext } from '../context.ts'

/** The variables without the cursor to resume from, which does not affect the data of later events. */
export function liveGroupKey(
  args: ExecutionArgs,
  document: { hash: string; operation: OperationDefinitionNode },
): string {
  const { caller } = args.contextValue as GraphQLContext
  const variables = { ...args.variableValues }
  const resume = resumeVariable(args.document, document.operation)
  if (resume !== null) delete variables[resume]
  const parts = JSON.stringify([caller.viewer?.tokenId, args.operationName, variables, document.hash])
  return createHash('sha256').update(parts).digest('base64url')
}

const resumeVariables = new WeakMap<OperationDefinitionNode, string | null>()

/** The variable that is used as the root field's `after` and nowhere else in the document. */
function resumeVariable(document: DocumentNode, operation: OperationDefinitionNode): string | null {
  const known = resumeVariables.get(operation)
  if (known !== undefined) return known
  const [root] = operation.selectionSet.selections
  const after =
    root?.kind === Kind.FIELD ? root.arguments?.find(({ name }) => name.value === 'after')?.value : undefined
  const name = after?.kind === Kind.VARIABLE ? after.name.value : null
  let uses = 0
  visit(document, {
    VariableDefinition: () => false,
    Variable: (variable) => {
      if (variable.name.value === name) uses++
    },
  })
  const resume = uses === 1 ? name : null
  resumeVariables.set(operation, resume)
  return resume
}
