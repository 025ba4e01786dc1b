/** An operation that another one replaces: since when, and the URL of the other one. */
export interface Deprecation<Result, View> {
  since: Date
  successor: (result: Result, view: View) => string
}

/** The headers of its responses. `Deprecation` is a time in seconds (RFC 9745). */
export const deprecationHeaders = <Result, View>(
  { since, successor }: Deprecation<Result, View>,
  result: Result,
  view: View,
) => ({
  Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  Link: `<${successor(result, view)}>; rel="successor-version"`,
})
