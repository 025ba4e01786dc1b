// Loaded by a gateway before itself (`--import`): graphql-js executes its queries, because none is compiled.
import { register } from 'node:module'

const moduleOf = (source) => `data:text/javascript,${encodeURIComponent(source)}`

const compiler = moduleOf(
  'export const compileQuery = () => null\nexport const isCompiledQuery = () => false\n',
)
register(
  moduleOf(
    `export const resolve = (name, context, next) =>
      name === 'graphql-jit' ? { url: ${JSON.stringify(compiler)}, shortCircuit: true } : next(name, context)`,
  ),
)
