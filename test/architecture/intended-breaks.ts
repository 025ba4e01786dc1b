/**
 * Intended breaking changes of schema.graphql since the last release: the message of graphql-js, and the reason. Each
 * is also listed in docs/changelog.md. A release copies schema.graphql to released.graphql and empties this list.
 */
export const intendedBreaks: Readonly<Record<string, string>> = {}
