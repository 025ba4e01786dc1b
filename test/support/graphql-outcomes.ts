import type { TestApp } from './app.ts'
import { callGraphQL } from './graphql-request.ts'
import { type Outcome, traced } from './outcome.ts'

/** Requests to the GraphQL API as outcomes. `take` returns what was requested, and null if it is missing. */
export function graphqlAsker(t: TestApp, who: { token: string } | null) {
  async function ask<Data, View>(
    query: string,
    variables: Record<string, unknown>,
    take: (data: Data) => View | null,
  ): Promise<Outcome<View>> {
    const { data, errors, trace } = await callGraphQL<Data>(t, who, query, variables)
    const [error] = errors ?? []
    if (error) {
      const { code, status, details } = error.extensions
      const refusal = { ok: false, status, reason: code.toLowerCase(), message: error.message } as const
      return traced(details ? { ...refusal, details } : refusal, trace)
    }
    const value = data ? take(data) : null
    return value === null
      ? traced({ ok: false, status: 404, reason: 'not_found', message: 'null' }, trace)
      : traced({ ok: true, value }, trace)
  }

  function mutate<Payload, View>(
    name: string,
    input: object,
    selection: string,
    take: (payload: Payload) => View,
  ): Promise<Outcome<View>> {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    return ask<Record<string, Payload | null>, View>(
      `mutation($input: ${type}) { ${name}(input: $input) { ${selection} } }`,
      { input },
      ({ [name]: payload }) => (payload ? take(payload) : null),
    )
  }

  return { ask, mutate }
}
