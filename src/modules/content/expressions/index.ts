export { ExpressionError, evaluateExpression, parseExpression, type Scope } from './evaluate.ts'
export {
  type Evaluation,
  evaluateMarkdown,
  evaluateWith,
  mayNeed,
  type Surroundings,
} from './evaluate-markdown.ts'
