import type { EnumRef, InputRef, InterfaceRef, ObjectRef, UnionRef } from '@pothos/core'
import type { z } from 'zod'
import { impliesScope, type Scope } from '../core/access/viewer.ts'
import { notFound } from '../core/errors.ts'
import type { Operation } from '../core/operations/operation.ts'
import { addBinding } from './bindings.ts'
import { builder, type Types } from './builder.ts'
import { callWith, conditionFieldsOf } from './conditions.ts'
import type { GraphQLContext } from './context.ts'
import { openToVisitors } from './execution/open-queries.ts'
import { argsFrom, type Choices, inputType, operationInput, withoutChoices } from './input.ts'
import { absentIsNull } from './node.ts'
import { crossesScope, scopeOfTypeNamed } from './type-scopes.ts'

type AnyObject = z.ZodObject<Record<string, z.ZodType>>
type Ref<Shape> = ObjectRef<Types, Shape>

type Output = Ref<unknown> | [Ref<unknown>] | InterfaceRef<Types, unknown> | UnionRef<Types, unknown> | 'URL'
/** Pothos' references to arguments, whose types matter only to Pothos. */
type Arguments = Record<string, object>

interface ReadOptions<Result> {
  type: Output
  description: string
  /** Names of arguments that differ from those of the input. */
  rename?: Record<string, string>
  /** Input fields that are not arguments, such as those that only a REST path or format needs. */
  omit?: readonly string[]
  complexity?: number | ((args: never) => { field: number; multiplier: number })
  /** The value of the field from the result; the result itself when omitted. */
  from?: (result: Result, ctx: GraphQLContext) => unknown
  /** For arguments that differ from the input: the arguments, and the input that they produce. */
  arguments?: { args: Arguments; input: (args: Record<string, unknown>) => object }
}

const namesOf = (schema: z.ZodType): string[] => Object.keys((schema as AnyObject).shape)

/** Arguments and input of a field, from the operation's schema. */
function argumentsOf<Result>(
  input: z.ZodType,
  { rename = {}, omit = [], arguments: own }: ReadOptions<Result>,
) {
  if (own) return { args: own.args as Record<string, never>, inputOf: own.input }
  const back = new Map(Object.entries(rename).map(([from, to]) => [to, from]))
  const args = Object.fromEntries(
    Object.entries(argsFrom(input, [...omit])).map(([key, arg]) => [rename[key] ?? key, arg]),
  )
  const inputOf = (given: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(given).map(([key, value]) => [back.get(key) ?? key, value]))
  return { args, inputOf }
}

/**
 * Binds a read operation to a root field. An error makes the field null and does not affect the other
 * fields.
 */
export function queryField<Input extends z.ZodType, Subject, Result>(
  name: string,
  operation: Operation<Input, Subject, Result>,
  options: ReadOptions<Result>,
): void {
  const { omit = [], from } = options
  addBinding({ place: name, operation, taken: namesOf(operation.input).filter((key) => !omit.includes(key)) })
  builder.queryField(name, (t) => {
    const { args, inputOf } = argumentsOf(operation.input, options)
    return t.field({
      type: options.type as Ref<unknown>,
      nullable: true,
      description: options.description,
      args,
      extensions: operation.isOpen ? openToVisitors : {},
      ...(options.complexity ? { complexity: options.complexity as number } : {}),
      resolve: async (_root, given, ctx) => {
        const input = operationInput(operation.input, inputOf(given))
        const result = await ctx.caller.call(operation, input)
        return (from ? from(result, ctx) : result) as object
      },
    })
  })
}

interface NestedOptions<Parent, Subject, Result> extends ReadOptions<Result> {
  /** The part of the input that comes from the parent. */
  given: (parent: Parent) => Record<string, unknown>
  /** Names of that part, which are not arguments. */
  givenNames: readonly string[]
  /** The result of `authorize`, for a parent that has it: it was checked when the parent was loaded. */
  subject?: (parent: Parent) => Subject
  nullable?: boolean
  /** For a look-up by id or path: null when it is not found, without an error. */
  isLookup?: boolean
}

/**
 * Binds a read operation to a field of a type: part of the input comes from the parent, the rest from
 * arguments.
 */
export function nestedField<Parent, Input extends z.ZodType, Subject, Result>(
  parent: Ref<Parent>,
  name: string,
  operation: Operation<Input, Subject, Result>,
  options: NestedOptions<Parent, Subject, Result>,
): void {
  const { omit = [], from, given, givenNames, subject, isLookup = false } = options
  const hidden = [...omit, ...givenNames]
  addBinding({
    place: `${parent.name}.${name}`,
    operation,
    taken: namesOf(operation.input).filter((key) => !omit.includes(key)),
  })
  builder.objectField(parent, name, (t) => {
    const { args, inputOf } = argumentsOf(operation.input, { ...options, omit: hidden })
    return t.field({
      type: options.type as Ref<unknown>,
      nullable: (options.nullable ?? (isLookup || crossesScope(parent.name, operation.scope))) as true,
      description: options.description,
      args,
      ...(options.complexity ? { complexity: options.complexity as number } : {}),
      resolve: async (row, args, ctx) => {
        const input = operationInput(operation.input, { ...inputOf(args), ...given(row as Parent) })
        const called = subject
          ? ctx.caller.callOn(operation, subject(row as Parent), input)
          : ctx.caller.call(operation, input)
        const result = await (isLookup ? called.catch(absentIsNull) : called)
        return (result === null || !from ? result : from(result, ctx)) as object
      },
    })
  })
}

/** A field of a mutation's payload: its type, and how it is taken from what the operation gives. */
interface PayloadField<Result> {
  type:
    | Ref<unknown>
    | [Ref<unknown>]
    | EnumRef<Types, string>
    | UnionRef<Types, unknown>
    | 'ID'
    | 'String'
    | 'Boolean'
    | 'Int'
    | 'DateTime'
    | 'JSON'
    | 'URL'
    | ['String']
  description: string
  nullable?: boolean
  from: (result: Result, ctx: GraphQLContext) => unknown
}

/** The payload of a mutation that deletes: the ID of the deleted resource. */
export const deletedPayload = (description = 'The ID of the deleted resource.') => ({
  deletedId: { type: 'ID', description, from: (result: { deletedId: string }) => result.deletedId } as const,
})

/**
 * For a value that a token with the write scope may not be able to read: the field is then null, and the
 * write still succeeds.
 */
function mayLackScope(type: PayloadField<never>['type'], held: Scope): boolean {
  const ref = Array.isArray(type) ? type[0] : type
  const needed = typeof ref === 'string' ? undefined : scopeOfTypeNamed(ref.name)
  return needed !== undefined && !impliesScope(held, needed)
}

/** Binds a write operation to a mutation with one `input` and a payload. */
export function mutation<Input extends z.ZodType, Subject, Result>(
  name: string,
  operation: Operation<Input, Subject, Result>,
  options: {
    description: string
    /** Input fields that only a REST path needs. */
    omit?: readonly string[]
    /** Input of which exactly one field is given. */
    choices?: Choices
    payload: Record<string, PayloadField<Result>>
  },
): void {
  const omit = options.omit ?? []
  addBinding({ place: name, operation, taken: namesOf(operation.input).filter((key) => !omit.includes(key)) })
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  const input = inputType(`${title}Input`, operation.input as unknown as AnyObject, {
    description: `Input of \`${name}\`.`,
    omit,
    choices: options.choices ?? {},
    conditions: conditionFieldsOf(operation),
  }) as InputRef<Record<string, unknown>>

  const isNullable = ({ nullable, type }: PayloadField<Result>) =>
    nullable ?? mayLackScope(type, operation.scope)
  const payload = builder.objectRef<{ result: Result }>(`${title}Payload`).implement({
    description: `Result of \`${name}\`.`,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(options.payload).map(([key, field]) => [
          key,
          t.field({
            type: field.type as Ref<unknown>,
            nullable: isNullable(field) as false,
            description: field.description,
            resolve: async ({ result }, _args, ctx) => {
              const value = await field.from(result, ctx)
              // The write is done; its result may have been deleted before it was read.
              if (value === null && !isNullable(field)) throw notFound(`The ${key} of ${title}Payload`)
              return value as object
            },
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
      args: { input: t.arg({ type: input, required: true, description: `The input of \`${name}\`.` }) },
      resolve: async (_root, args, { caller }) => ({
        result: await callWith(caller, operation, args.input, (given) =>
          operationInput(operation.input, withoutChoices(given, options.choices)),
        ),
      }),
    }),
  )
}
