import type { EnumRef, InputRef, ObjectRef } from '@pothos/core'
import type { z } from 'zod'
import type { Operation } from '../core/operation.ts'
import { impliesScope, type Scope } from '../core/viewer.ts'
import { boundOperations } from './bindings.ts'
import { builder, type Types } from './builder.ts'
import { callWith, conditionFieldsOf } from './conditions.ts'
import type { GraphQLContext } from './context.ts'
import { argsFrom, inputType, operationInput } from './input.ts'
import { scopeOfTypeNamed } from './type-scopes.ts'

type AnyObject = z.ZodObject<Record<string, z.ZodType>>
type Ref<Shape> = ObjectRef<Types, Shape>

/** Binds a reading operation to a root field. A failure leaves the field null and its neighbours alone. */
export function queryField<Input extends z.ZodType, Subject, Result>(
  name: string,
  operation: Operation<Input, Subject, Result>,
  options: {
    type: Ref<Result>
    description: string
    rename?: Record<string, string>
    omit?: string[]
    args?: AnyObject
  },
): void {
  boundOperations.add(operation.id)
  const rename = options.rename ?? {}
  builder.queryField(name, (t) => {
    const args = argsFrom(operation.input, options.omit)
    const named = Object.fromEntries(Object.entries(args).map(([key, arg]) => [rename[key] ?? key, arg]))
    return t.field({
      type: options.type,
      nullable: true,
      description: options.description,
      args: named,
      resolve: (_root, given, { caller }) => {
        const back = new Map(Object.entries(rename).map(([from, to]) => [to, from]))
        const input = Object.fromEntries(
          Object.entries(given).map(([key, value]) => [back.get(key) ?? key, value]),
        )
        return caller.call(operation, operationInput(operation.input, input)) as never
      },
    })
  })
}

/** A field of a mutation's payload: its type, and how it is taken from what the operation gives. */
export interface PayloadField<Result> {
  type:
    | Ref<unknown>
    | [Ref<unknown>]
    | EnumRef<Types, string>
    | 'ID'
    | 'String'
    | 'Boolean'
    | 'Int'
    | ['String']
  description: string
  nullable?: boolean
  from: (result: Result, ctx: GraphQLContext) => unknown
}

/** Whether a token that may write may yet not read this: then the field is null and the write still answered. */
function mayLackScope(type: PayloadField<never>['type'], held: Scope): boolean {
  const ref = Array.isArray(type) ? type[0] : type
  const needed = typeof ref === 'string' ? undefined : scopeOfTypeNamed(ref.name)
  return needed !== undefined && !impliesScope(held, needed)
}

/** Binds a writing operation to a mutation with one `input` and a payload that names what it holds. */
export function mutation<Input extends z.ZodType, Subject, Result>(
  name: string,
  operation: Operation<Input, Subject, Result>,
  options: {
    description: string
    /** Input fields that only a REST path needs. */
    omit?: readonly string[]
    payload: Record<string, PayloadField<Result>>
  },
): void {
  boundOperations.add(operation.id)
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  const input = inputType(`${title}Input`, operation.input as unknown as AnyObject, {
    description: `What ${name} takes.`,
    omit: options.omit ?? [],
    besides: conditionFieldsOf(operation),
  }) as InputRef<Record<string, unknown>>

  const payload = builder.objectRef<{ result: Result }>(`${title}Payload`).implement({
    description: `What ${name} gives back.`,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(options.payload).map(([key, field]) => [
          key,
          t.field({
            type: field.type as Ref<unknown>,
            nullable: (field.nullable ?? mayLackScope(field.type, operation.scope)) as false,
            description: field.description,
            resolve: ({ result }, _args, ctx) => field.from(result, ctx) as object,
          }),
        ]),
      ),
  })

  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      nullable: true,
      description: options.description,
      complexity: 10,
      args: { input: t.arg({ type: input, required: true, description: 'What to do.' }) },
      resolve: async (_root, args, { caller }) => ({
        result: await callWith(caller, operation, args.input, (input) =>
          operationInput(operation.input, input),
        ),
      }),
    }),
  )
}
