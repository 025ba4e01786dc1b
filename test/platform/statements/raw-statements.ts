import ts from 'typescript'
import { beforeSpread } from './call-sites.ts'
import { calleeOf, declarationOf, eachNode, placeOf, type Sources } from './sources.ts'

/** SQL that is sent without a declaration: `tx.$queryRaw` with a template, or a text for the driver. */
export interface RawStatement {
  readonly place: string
  /** Its possible texts. Undefined where it is composed of values that only a run knows. */
  readonly texts: readonly string[] | undefined
  readonly row: ts.Type | undefined
  /** The values of the parameters, if they are written in the call. */
  readonly values: readonly ts.Expression[] | undefined
  readonly likePrisma: boolean
}

const RAW = new Set(['$queryRaw', '$executeRaw'])
const UNSAFE = new Set(['$queryRawUnsafe', '$executeRawUnsafe'])
/** The classes and interfaces of the driver that run a text. */
const DRIVER = new Set(['Pool', 'PoolClient', 'Client', 'ClientBase'])

/** All SQL in the sources that is not declared as a statement. */
export function findRaw(sources: Sources): RawStatement[] {
  const { checker } = sources
  const found: RawStatement[] = []
  const texts = new Texts(checker)
  eachNode(sources, (node) => {
    if (ts.isTaggedTemplateExpression(node)) {
      const { tag } = node
      if (ts.isPropertyAccessExpression(tag) && RAW.has(tag.name.text)) found.push(tagged(checker, node))
    } else if (ts.isCallExpression(node)) {
      const raw = called(checker, texts, node)
      if (raw) found.push(raw)
    }
  })
  return found
}

function tagged(checker: ts.TypeChecker, node: ts.TaggedTemplateExpression): RawStatement {
  const { template, typeArguments } = node
  const [rows] = typeArguments ?? []
  const listed = rows && checker.getTypeFromTypeNode(rows)
  const spans = ts.isTemplateExpression(template) ? [...template.templateSpans] : []
  const values = spans.map(({ expression }) => expression)
  // A part of SQL, and not a value.
  const isComposed = values.some((each) => checker.getTypeAtLocation(each).getSymbol()?.name === 'Sql')
  const head = ts.isTemplateExpression(template) ? template.head.text : template.text
  const text = spans.reduce((sum, { literal }, index) => `${sum}$${index + 1}${literal.text}`, head)
  return {
    place: placeOf(node),
    texts: isComposed ? undefined : [text],
    row:
      listed && checker.isArrayType(listed)
        ? checker.getTypeArguments(listed as ts.TypeReference)[0]
        : undefined,
    values,
    likePrisma: true,
  }
}

function called(checker: ts.TypeChecker, texts: Texts, node: ts.CallExpression): RawStatement | undefined {
  const name = calleeOf(node)?.text ?? ''
  const [text, values] = node.arguments
  if (!ts.isPropertyAccessExpression(node.expression) || !text) return undefined
  const receiver = checker.getTypeAtLocation(node.expression.expression).getSymbol()?.name ?? ''
  const isDriver = name === 'query' && DRIVER.has(receiver)
  if (!isDriver && !UNSAFE.has(name)) return undefined
  if (isDeclaredText(checker, text)) return undefined
  // Objects that send their own messages, such as COPY; those with a text are read as one.
  const type = checker.getTypeAtLocation(text)
  if (!(type.flags & ts.TypeFlags.StringLike)) {
    const isText = type.getProperty('text') !== undefined && ts.isObjectLiteralExpression(text)
    if (!isText) return undefined
  }
  const [row] = node.typeArguments ?? []
  return {
    place: placeOf(node),
    texts: texts.of(text),
    row: row && checker.getTypeFromTypeNode(row),
    values: values && ts.isArrayLiteralExpression(values) ? beforeSpread(values) : undefined,
    likePrisma: !isDriver,
  }
}

/** The text of a declared statement, which is prepared with all of them. */
const isDeclaredText = (checker: ts.TypeChecker, node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) &&
  checker.getTypeAtLocation(node.expression).getSymbol()?.name === 'Statement'

/** Evaluates constant texts: literals, templates of constants, names of constants, and all values of a constant table. */
class Texts {
  readonly #checker: ts.TypeChecker

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** All values that it can have. Undefined if only a run knows them. */
  of(node: ts.Expression): string[] | undefined {
    if (ts.isStringLiteralLike(node)) return [node.text]
    if (ts.isNumericLiteral(node)) return [String(Number(node.text))]
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return this.of(node.expression)
    if (ts.isTemplateExpression(node)) {
      return node.templateSpans.reduce<string[] | undefined>(
        (begins, { expression, literal }) =>
          begins &&
          this.of(expression)?.flatMap((value) => begins.map((begin) => begin + value + literal.text)),
        [node.head.text],
      )
    }
    if (ts.isElementAccessExpression(node)) return this.#valuesIn(this.#constant(node.expression))
    const constant = this.#constant(node)
    return constant && this.of(constant)
  }

  #valuesIn(table: ts.Expression | undefined): string[] | undefined {
    if (table && ts.isAsExpression(table)) return this.#valuesIn(table.expression)
    if (!table || !ts.isObjectLiteralExpression(table)) return undefined
    const values = table.properties.map((each) =>
      ts.isPropertyAssignment(each) ? this.of(each.initializer) : undefined,
    )
    return values.every((each) => each !== undefined) ? values.flat() : undefined
  }

  #constant(node: ts.Expression): ts.Expression | undefined {
    const declaration = ts.isIdentifier(node) ? declarationOf(this.#checker, node) : undefined
    if (!declaration || !ts.isVariableDeclaration(declaration)) return undefined
    const isConstant = ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const
    return isConstant ? declaration.initializer : undefined
  }
}
