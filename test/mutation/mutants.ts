import ts from 'typescript'

/** One small change of one source file. */
export interface Mutant {
  path: string
  line: number
  start: number
  end: number
  before: string
  after: string
}

type Change = readonly [node: { pos: number; end: number }, after: string]
const { SyntaxKind } = ts

/** Operators and their replacements: the boundary, the opposite, or the other one. */
const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
}

/** Methods and their counterparts. */
const methods: Readonly<Record<string, string>> = { some: 'every', every: 'some', min: 'max', max: 'min' }

/** A string that code compares or stores, and not a message. */
const CODE = /^[a-z][a-zA-Z0-9_.:-]*$/

/** Every one-token change of a file, in the order of the text. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const found: Mutant[] = []
  const add = ([node, after]: Change) => {
    const start = 'getStart' in node ? (node as ts.Node).getStart(file) : node.pos
    const line = file.getLineAndCharacterOfPosition(start).line + 1
    found.push({ path, line, start, end: node.end, before: text.slice(start, node.end), after })
  }
  const visit = (node: ts.Node): void => {
    // Types do not exist at run time, and other module names would load other code.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    for (const change of changesOf(node, file)) add(change)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found.sort((one, other) => one.start - other.start)
}

function* changesOf(node: ts.Node, file: ts.SourceFile): Generator<Change> {
  if (ts.isBinaryExpression(node)) yield* operatorChange(node.operatorToken, file)
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) yield* unaryChange(node, file)
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) yield negated(node.expression, file)
  if (ts.isConditionalExpression(node)) yield negated(node.condition, file)
  if (ts.isNumericLiteral(node)) yield [node, numberAfter(node.text)]
  if (node.kind === SyntaxKind.TrueKeyword) yield [node, 'false']
  if (node.kind === SyntaxKind.FalseKeyword) yield [node, 'true']
  if (ts.isStringLiteral(node) && isCode(node)) yield [node, `'${node.text}-'`]
  if (ts.isPropertyAccessExpression(node)) yield* methodChange(node)
  if (isRemovable(node)) yield [node, ';']
}

function* operatorChange(token: ts.Node, file: ts.SourceFile): Generator<Change> {
  const after = operators[token.getText(file)]
  if (after !== undefined) yield [token, after]
}

function* unaryChange(
  node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
  file: ts.SourceFile,
): Generator<Change> {
  const operand = node.operand.getText(file)
  if (node.operator === SyntaxKind.ExclamationToken) yield [node, operand]
  const after = operators[ts.tokenToString(node.operator) ?? '']
  const isStep = node.operator === SyntaxKind.PlusPlusToken || node.operator === SyntaxKind.MinusMinusToken
  if (isStep) yield [node, ts.isPrefixUnaryExpression(node) ? `${after}${operand}` : `${operand}${after}`]
}

/** A condition with an operator of its own is changed there; all others are negated. */
function negated(condition: ts.Expression, file: ts.SourceFile): Change {
  return [condition, `!(${condition.getText(file)})`]
}

function numberAfter(text: string): string {
  const value = Number(text.replaceAll('_', ''))
  return String(value === 1 ? 0 : value + 1)
}

function* methodChange({ name, parent }: ts.PropertyAccessExpression): Generator<Change> {
  const after = methods[name.text]
  if (after !== undefined && ts.isCallExpression(parent)) yield [name, after]
}

function isCode(node: ts.StringLiteral): boolean {
  if (!CODE.test(node.text)) return false
  const { parent } = node
  const isName = ts.isPropertyAssignment(parent) && parent.name === node
  return !isName && !ts.isLiteralTypeNode(parent) && !ts.isImportAttribute(parent) && !isImport(parent)
}

const isImport = (node: ts.Node) =>
  ts.isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword

/** Statements that can be removed so that the rest still runs: calls, assignments, and early exits. */
function isRemovable(node: ts.Node): boolean {
  if (ts.isExpressionStatement(node)) {
    const isDirective = ts.isStringLiteral(node.expression)
    const isSuper =
      ts.isCallExpression(node.expression) && node.expression.expression.kind === SyntaxKind.SuperKeyword
    return !isDirective && !isSuper
  }
  if (ts.isThrowStatement(node)) return true
  return (
    ts.isReturnStatement(node) &&
    (ts.isIfStatement(node.parent) || ts.isBlock(node.parent)) &&
    isInBranch(node)
  )
}

const isInBranch = (node: ts.Node): boolean =>
  ts.isIfStatement(node.parent) || (ts.isBlock(node.parent) && ts.isIfStatement(node.parent.parent))

/** The line in which a change begins, trimmed. */
export const lineOf = ({ line }: Mutant, text: string): string =>
  text.split('\n', line)[line - 1]?.trim() ?? ''

/** The text of a file with one change. */
export const textWith = (text: string, { start, end, after }: Mutant): string =>
  text.slice(0, start) + after + text.slice(end)
