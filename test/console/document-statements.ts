import type { TestApp } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { statementsOf } from '../support/statements.ts'

/** What relay-compiler makes of a document of the console. */
interface Compiled {
  params: { text: string | null }
}

/** The statements that a document of the console costs, and what it returns. */
export async function statementsOfDocument<Data>(
  t: TestApp,
  who: { token: string },
  { params: { text } }: Compiled,
  variables: Record<string, unknown>,
): Promise<{ statements: string[]; data: Data }> {
  const send = () => queried<Data>(t, who, text ?? '', variables)
  // The first request also prepares what is kept, and a job in the background can run during one of the others.
  const data = await send()
  const counted: string[][] = []
  for (let attempt = 0; attempt < 3; attempt++) counted.push(await statementsOf(t, send))
  const statements = counted.reduce((least, one) => (one.length < least.length ? one : least))
  return { statements, data }
}
