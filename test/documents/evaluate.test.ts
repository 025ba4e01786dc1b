import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conditionProblem } from '../../src/modules/documents/expressions/condition.ts'
import { ExpressionError, evaluateExpression } from '../../src/modules/documents/expressions/evaluate.ts'

const scope = {
  space: { vars: { product: 'Quire', seats: '5', constructor: 'own' } },
  page: { vars: { level: 'pro' } },
  visitor: { claims: { plans: ['pro', 'team'], age: 41, isBeta: true, none: null } },
}

const resultOf = (source: string, within: Readonly<Record<string, unknown>> = scope) =>
  evaluateExpression(source, within)

describe('the value of an expression', () => {
  const values: [string, unknown][] = [
    ['"a"', 'a'],
    ["'a'", 'a'],
    ['1.5', 1.5],
    ['true', true],
    ['false', false],
    ['null', null],
    ['undefined', undefined],
    ['space.vars.product', 'Quire'],
    ['page.vars["level"]', 'pro'],
    ['space.vars.missing', undefined],
    ['visitor.claims.plans[1]', 'team'],
    ['visitor.claims.plans[9]', undefined],
    ['visitor.claims.plans["1"]', undefined],
    ['visitor.claims.plans.length', 2],
    ['page.vars.level.length', 3],
    ['page.vars.level[0]', 'p'],
    ['1 === 1', true],
    ['1 === "1"', false],
    ['1 !== "1"', true],
    ['1 == "1"', true],
    ['1 != "1"', false],
    ['null == undefined', true],
    ['null == 0', false],
    ['1 < 2', true],
    ['2 < 1', false],
    ['2 > 1', true],
    ['1 > 1', false],
    ['1 <= 1', true],
    ['2 <= 1', false],
    ['1 >= 1', true],
    ['1 >= 2', false],
    ['"a" < "b"', true],
    ['1 + 2', 3],
    ['"a" + 1', 'a1'],
    ['1 + "a"', '1a'],
    ['5 - 3', 2],
    ['5 * 3', 15],
    ['6 / 3', 2],
    ['7 % 4', 3],
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['"pro" in visitor.claims.plans', true],
    ['"x" in visitor.claims.plans', false],
    ['"age" in visitor.claims', true],
    ['"toString" in visitor.claims', false],
    ['"a" in "abc"', false],
    ['!0', true],
    ['!visitor.claims.isBeta', false],
    ['-visitor.claims.age', -41],
    ['+space.vars.seats', 5],
    ['typeof page.vars.level', 'string'],
    ['typeof page.vars', 'object'],
    ['true && "b"', 'b'],
    ['0 && nothing', 0],
    ['"" || "b"', 'b'],
    ['"a" || nothing', 'a'],
    ['null ?? "b"', 'b'],
    ['0 ?? "b"', 0],
    ['visitor.claims.isBeta ? "yes" : nothing', 'yes'],
    ['visitor.claims.none ? nothing : "no"', 'no'],
    ['visitor.claims.none?.a', undefined],
    ['visitor.claims.none?.a.b.c', undefined],
    ['visitor.claims.none?.[nothing].b', undefined],
    ['visitor.claims.none?.a.trim().length', undefined],
    ['visitor.claims.none?.trim(nothing)', undefined],
    ['visitor.claims.none?.a.b ?? "else"', 'else'],
    ['space?.vars?.product', 'Quire'],
    ['"Quire docs".includes("docs")', true],
    ['"Quire docs".includes("x")', false],
    ['visitor.claims.plans.includes("team")', true],
    ['visitor.claims.plans.includes("x")', false],
    ['space.vars.product.startsWith("Qu")', true],
    ['space.vars.product.startsWith("ire")', false],
    ['space.vars.product.endsWith("ire")', true],
    ['space.vars.product.endsWith("Qu")', false],
    ['space.vars.product.toUpperCase()', 'QUIRE'],
    ['space.vars.product.toLowerCase()', 'quire'],
    ['"  a ".trim()', 'a'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the expression.
    ['`${space.vars.product} for ${1 + 1}`', 'Quire for 2'],
    ['[1, "a", [true]]', [1, 'a', [true]]],
    ['({ a: 1, "b c": 2, ["d" + 1]: 3, 4: 5 })', { a: 1, 'b c': 2, d1: 3, 4: 5 }],
    ['({ a: { b: 2 } }).a.b', 2],
    ['  1  ', 1],
    ['space /* of all */ .vars.seats', '5'],
    ['"\\u0061\\x62\\u{63}"', 'abc'],
    ['sp\\u0061ce.vars.seats', '5'],
  ]

  test.each(values)('%s', (source, value) => {
    expect(resultOf(source)).toEqual(value)
  })

  test('a list or an object is equal only to itself', () => {
    expect(resultOf('page.vars == page.vars')).toBe(true)
    expect(resultOf('page.vars != page.vars')).toBe(false)
    for (const source of [
      '[1] == 1',
      '[] == ""',
      '({ toString: 1 }) == "a"',
      '[[]] == 0',
      '1 == ({ valueOf: 1 })',
    ])
      expect(resultOf(source)).toBe(false)
    expect(resultOf('[1] != 1')).toBe(true)
  })

  test('the name of an inherited property is a name like any other', () => {
    expect(resultOf('space.vars.constructor')).toBe('own')
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'valueOf',
      '__defineGetter__',
    ]) {
      expect(resultOf(`page.vars.${name}`)).toBeUndefined()
      expect(resultOf(`page.vars["${name}"]`)).toBeUndefined()
      expect(resultOf(`page.vars["${name.slice(0, 4)}" + "${name.slice(4)}"]`)).toBeUndefined()
      expect(resultOf(`"a"["${name}"]`)).toBeUndefined()
      expect(resultOf(`[]["${name}"]`)).toBeUndefined()
      expect(resultOf(`(1)["${name}"]`)).toBeUndefined()
      expect(() => resultOf(name)).toThrow(ExpressionError)
    }
    const made = resultOf('({ __proto__: page.vars, ["__proto__"]: 1 })') as object
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
    expect(resultOf('({ __proto__: page.vars }).level')).toBeUndefined()
  })

  test('reads properties of the scope itself, and none of its prototype', () => {
    const inherited = Object.create({ secret: 'x' }) as Record<string, unknown>
    expect(() => resultOf('secret', inherited)).toThrow(ExpressionError)
    expect(resultOf('held.secret', { held: inherited })).toBeUndefined()
    expect(resultOf('held.map', { held: ['a'] })).toBeUndefined()
  })
})

describe('is rejected', () => {
  test.each([
    'a b',
    '1 1',
    '1, 2',
    '1;',
    '',
    ' ',
    '(',
    ')',
    '{{',
    'a.',
    '1 +',
    '"a',
    '`a',
    '// only words',
    'x = 1',
    'space.vars.product = "x"',
    'x += 1',
    'x++',
    '--x',
    '() => 1',
    'function () {}',
    'class {}',
    'new Date()',
    'new space.vars.product()',
    'import("fs")',
    'import.meta',
    'new.target',
    'this',
    'super.a',
    'await x',
    'yield x',
    'async () => 1',
    '/(a+)+$/',
    '/a/.test("a")',
    '1n',
    '~1',
    '1 | 2',
    '1 & 2',
    '1 ^ 2',
    '1 << 2',
    '1 >> 2',
    '1 >>> 2',
    '2 ** 3',
    'void 0',
    'delete space.vars.product',
    'space instanceof space',
    '#a in space',
    '[...space.vars.product]',
    '[,]',
    '({ ...space })',
    '({ get a() { return 1 } })',
    '({ set a(x) {} })',
    '({ a() {} })',
    '({ a = 1 })',
    'tag`a`',
    'String.raw`a`',
    'eval("1")',
    'Function("return 1")()',
    '(0, space)',
    'space()',
    'space.vars()',
    'space["vars"]()',
    '"a".includes("a")()',
    '"a"["includes"]("a")',
    '"a".constructor("a")',
    '"a".constructor.constructor("return 1")()',
    '"a".toString()',
    '"a".repeat(9)',
    '"a".replace("a", "b")',
    '"a".__proto__.x()',
    '[].map("a")',
    '[].concat([])',
    '"a".includes(...["a"])',
    'nothing',
    'globalThis',
    'process.env',
    'visitor.claims.none.a',
    'nothing?.a',
    '1 + true',
    '1 + null',
    '"a" + null',
    '"a" + []',
    '1 < null',
    '[] < 1',
    '-"1"',
    '"a" - 1',
    '+[]',
    '(1).includes("a")',
    'null.includes("a")',
    '[].startsWith("a")',
    '[].trim()',
    '"a".includes(null)',
    '({ [page.vars]: 1 })',
  ])('%s', (source) => {
    expect(() => resultOf(source)).toThrow(ExpressionError)
  })

  const long: Record<string, string> = {
    'ten thousand brackets': `${'('.repeat(10_000)}1${')'.repeat(10_000)}`,
    'ten thousand open brackets': '['.repeat(10_000),
    'brackets within the length': `${'['.repeat(500)}${']'.repeat(500)}`,
    'open brackets within the length': '('.repeat(1000),
    'a long sum': `1${'+1'.repeat(500)}`,
    'a long chain': `space${'.a'.repeat(500)}`,
    'many refusals': '!'.repeat(1000),
    'a long choice': `${'1?'.repeat(300)}1${':1'.repeat(300)}`,
    'templates in templates': `${'`${'.repeat(300)}1${'}`'.repeat(300)}`,
    'a megabyte of words': `"${'a'.repeat(1_000_000)}"`,
    'a pattern that explodes': `/${'(a+)+'.repeat(190)}$/`,
  }
  test.each(Object.entries(long))('%s', (_, source) => {
    expect(() => resultOf(source)).toThrow(ExpressionError)
  })

  test('a text that grows beyond the limit', () => {
    const words = { a: 'a'.repeat(9000) }
    expect(() => resultOf('a + a', words)).toThrow(ExpressionError)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the expression.
    expect(() => resultOf('`${a}${a}`', words)).toThrow(ExpressionError)
    expect(resultOf('a', words)).toHaveLength(9000)
  })
})

describe('anything else', () => {
  const piece = fc.constantFrom(
    ...'( ) [ ] { } . ?. , : ? ! + - * / % < > = == === && || ?? in typeof new this null undefined `'.split(
      ' ',
    ),
    ...['"a"', '1', ' ', '\\u0061', '${', '...', '=>', '__proto__', 'constructor', 'toString', 'length'],
    ...['space', '.vars', 'page', 'visitor', '.claims', '.plans', '.includes(', '.trim()', '[0]', '["a"]'],
  )

  test('has a value or is rejected, and has no side effects', () => {
    const before = JSON.stringify(scope)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 14 }).map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (source) => {
          try {
            resultOf(source)
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError)
          }
        },
      ),
      { numRuns: 600 },
    )
    expect(JSON.stringify(scope)).toBe(before)
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('a condition', () => {
  test('can be empty, or any expression, whether or not its names are defined', () => {
    for (const condition of [
      '',
      '  ',
      'visitor.claims.plan == "pro"',
      'nothing.at.all',
      'a ? b : c',
      'a.b?.c',
    ])
      expect(conditionProblem(condition)).toBeNull()
  })

  test('reports its problems, also in parts that would not be evaluated', () => {
    for (const condition of [
      'a =',
      'a = 1',
      'true || eval("1")',
      'true ? 1 : x()',
      'null?.a(new B())',
      '['.repeat(2000),
    ])
      expect(conditionProblem(condition)).toMatch(/^is not a valid condition: /)
  })
})
