import { type Expression, parseExpressionAt } from 'acorn'

const MAX_LENGTH = 1024
const MAX_STEPS = 2000
const MAX_DEPTH = 60
const MAX_TEXT = 10_000

/** The values that an expression can refer to, by name. */
export type Scope = Readonly<Record<string, unknown>>

/** An expression that cannot be parsed, or that refers to an unknown value. */
export class ExpressionError extends Error {}

/** Parses an expression. Syntax that pages do not support is rejected. */
export function parseExpression(source: string): Expression {
  if (source.length > MAX_LENGTH) throw new ExpressionError(`It has more than ${MAX_LENGTH} characters.`)
  let expression: Expression
  try {
    expression = parseExpressionAt(source, 0, { ecmaVersion: 2022, preserveParens: true })
  } catch (error) {
    throw new ExpressionError(error instanceof Error ? error.message : 'It is not a valid expression.')
  }
  if (source.slice(expression.end).trim() !== '') {
    throw new ExpressionError(`Nothing can follow "${source.slice(0, expression.end).trim()}".`)
  }
  new Evaluation({}).check(expression)
  return expression
}

/** Evaluates an expression. It can read only the scope, and the number of steps is limited. */
export function evaluateExpression(source: string, scope: Scope): unknown {
  return evaluateParsed(parseExpression(source), scope)
}

/** The same for an expression that was parsed before. */
export const evaluateParsed = (expression: Expression, scope: Scope): unknown =>
  new Evaluation(scope).value(expression)

type Node = Expression | { type: string; start: number; end: number }

const methods: Readonly<Record<string, (subject: string | readonly unknown[], given: unknown[]) => unknown>> =
  {
    includes: (subject, [sought]) =>
      typeof subject === 'string' ? subject.includes(text(sought)) : subject.includes(sought),
    startsWith: (subject, [sought]) => string(subject).startsWith(text(sought)),
    endsWith: (subject, [sought]) => string(subject).endsWith(text(sought)),
    toUpperCase: (subject) => string(subject).toUpperCase(),
    toLowerCase: (subject) => string(subject).toLowerCase(),
    trim: (subject) => string(subject).trim(),
  }

const binary: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '<': (left, right) => simple(left) < simple(right),
  '>': (left, right) => simple(left) > simple(right),
  '<=': (left, right) => simple(left) <= simple(right),
  '>=': (left, right) => simple(left) >= simple(right),
  '+': (left, right) =>
    typeof left === 'string' || typeof right === 'string'
      ? bounded(text(left) + text(right))
      : number(left) + number(right),
  '-': (left, right) => number(left) - number(right),
  '*': (left, right) => number(left) * number(right),
  '/': (left, right) => number(left) / number(right),
  '%': (left, right) => number(left) % number(right),
  in: (left, right) =>
    Array.isArray(right)
      ? right.includes(left)
      : typeof right === 'object' && right !== null && hasOwn(right, left),
}

const unary: Readonly<Record<string, (value: unknown) => unknown>> = {
  '!': (value) => !value,
  '-': (value) => -number(value),
  '+': (value) => Number(simple(value)),
  typeof: (value) => typeof value,
}

/** The value of a chain after a `?.` on null or undefined: the rest of the chain is skipped. */
const brokenOff = Symbol('brokenOff')

class Evaluation {
  readonly #scope: Scope
  #steps = 0
  #depth = 0
  #isChecking = false

  constructor(scope: Scope) {
    this.#scope = scope
  }

  /** Checks that the expression contains only supported syntax. */
  check(expression: Node): void {
    this.#isChecking = true
    this.value(expression)
  }

  value(expression: Node): unknown {
    this.#steps += 1
    this.#depth += 1
    if (this.#steps > MAX_STEPS || this.#depth > MAX_DEPTH) throw new ExpressionError('It is too long.')
    const value = this.#valueOf(expression as Expression)
    this.#depth -= 1
    return value
  }

  #valueOf(node: Expression): unknown {
    switch (node.type) {
      case 'Literal':
        if (node.regex || typeof node.value === 'bigint') break
        return node.value
      case 'Identifier':
        return this.#named(node.name)
      case 'ParenthesizedExpression':
        return this.value(node.expression)
      case 'TemplateLiteral': {
        const parts = node.expressions.map((part) => this.value(part))
        if (this.#isChecking) return ''
        return bounded(
          node.quasis
            .map(({ value }, at) => `${value.cooked ?? ''}${at < parts.length ? text(parts[at]) : ''}`)
            .join(''),
        )
      }
      case 'ArrayExpression':
        return node.elements.map((element) => {
          if (element === null || element.type === 'SpreadElement') throw unknown(element ?? node)
          return this.value(element)
        })
      case 'ObjectExpression':
        return this.#object(node)
      case 'UnaryExpression': {
        const apply = own(unary, node.operator)
        if (apply === undefined) break
        const value = this.value(node.argument)
        return this.#isChecking ? undefined : apply(value)
      }
      case 'BinaryExpression': {
        const apply = own(binary, node.operator)
        if (apply === undefined || node.left.type === 'PrivateIdentifier') break
        const [left, right] = [this.value(node.left), this.value(node.right)]
        return this.#isChecking ? undefined : apply(left, right)
      }
      case 'LogicalExpression':
        return this.#logical(node)
      case 'ConditionalExpression': {
        const test = this.value(node.test)
        if (!this.#isChecking) return this.value(test ? node.consequent : node.alternate)
        this.value(node.consequent)
        return this.value(node.alternate)
      }
      case 'ChainExpression': {
        const value = this.value(node.expression)
        return value === brokenOff ? undefined : value
      }
      case 'MemberExpression':
        return this.#member(node)
      case 'CallExpression':
        return this.#call(node)
    }
    throw unknown(node)
  }

  #named(name: string): unknown {
    if (name === 'undefined' || this.#isChecking) return undefined
    if (!Object.hasOwn(this.#scope, name)) throw new ExpressionError(`"${name}" is not defined.`)
    return this.#scope[name]
  }

  #object(node: Extract<Expression, { type: 'ObjectExpression' }>): unknown {
    const entries = node.properties.map((property): [string, unknown] => {
      if (property.type !== 'Property' || property.kind !== 'init' || property.method) throw unknown(property)
      const { key } = property
      const name = !property.computed && key.type === 'Identifier' ? key.name : text(this.value(key) ?? '')
      return [name, this.value(property.value as Expression)]
    })
    // `Object.fromEntries` treats a name such as `__proto__` like any other.
    return Object.fromEntries(entries)
  }

  #logical(node: Extract<Expression, { type: 'LogicalExpression' }>): unknown {
    const left = this.value(node.left)
    if (this.#isChecking) return this.value(node.right)
    if (node.operator === '&&') return left && this.value(node.right)
    return node.operator === '||' ? left || this.value(node.right) : (left ?? this.value(node.right))
  }

  #member(node: Extract<Expression, { type: 'MemberExpression' }>): unknown {
    if (node.object.type === 'Super' || node.property.type === 'PrivateIdentifier') throw unknown(node)
    const object = this.value(node.object)
    const isNothing = object === null || object === undefined
    if (object === brokenOff || (isNothing && node.optional && !this.#isChecking)) return brokenOff
    const key = node.computed ? this.value(node.property) : (node.property as { name: string }).name
    if (this.#isChecking) return undefined
    if (isNothing) throw new ExpressionError(`The value has no "${text(key)}".`)
    if (typeof object === 'string' || Array.isArray(object)) {
      if (key === 'length') return object.length
      return Number.isInteger(key) ? object[key as number] : undefined
    }
    return typeof object === 'object' && hasOwn(object, key) ? Reflect.get(object, key as string) : undefined
  }

  #call(node: Extract<Expression, { type: 'CallExpression' }>): unknown {
    const { callee } = node
    if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type === 'Super')
      throw unknown(node)
    const method = callee.property.type === 'Identifier' ? own(methods, callee.property.name) : undefined
    if (method === undefined) throw unknown(callee)
    const subject = this.value(callee.object)
    if (subject === brokenOff) return brokenOff
    if (!this.#isChecking && callee.optional && (subject === null || subject === undefined)) return brokenOff
    const given = node.arguments.map((argument) => {
      if (argument.type === 'SpreadElement') throw unknown(argument)
      return this.value(argument)
    })
    if (this.#isChecking) return undefined
    if (typeof subject !== 'string' && !Array.isArray(subject))
      throw new ExpressionError('The value is not a text or a list.')
    return method(subject, given)
  }
}

const own = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const unknown = (node: { type: string; start: number }) =>
  new ExpressionError(`Expressions cannot contain ${node.type} (at ${node.start + 1}).`)

const hasOwn = (object: object, key: unknown): boolean =>
  (typeof key === 'string' || typeof key === 'number') && Object.hasOwn(object, key)

function simple(value: unknown): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new ExpressionError('The value is not a text or a number.')
}

/** The text of a value. */
export const text = (value: unknown): string => String(simple(value))

/**
 * Compares like `==` in JavaScript, except that lists and objects are equal only to themselves and are never
 * converted to text.
 */
function isEqual(left: unknown, right: unknown): boolean {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null
  // biome-ignore lint/suspicious/noDoubleEquals: the language has it.
  return isObject(left) || isObject(right) ? left === right : left == right
}

function string(value: unknown): string {
  if (typeof value === 'string') return value
  throw new ExpressionError('The value is not a text.')
}

function number(value: unknown): number {
  if (typeof value === 'number') return value
  throw new ExpressionError('The value is not a number.')
}

function bounded(value: string): string {
  if (value.length > MAX_TEXT) throw new ExpressionError('The text is too long.')
  return value
}
