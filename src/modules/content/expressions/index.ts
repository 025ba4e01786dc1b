export { ExpressionError, evaluateExpression, parseExpression, type Scope } from './evaluate.ts'
export { evaluateMarkdown, type Surroundings } from './evaluate-markdown.ts'
