/**
 * Changes of schema.graphql that break clients of the last release and are meant to: the message of graphql-js, and why.
 * Each is listed in docs/changelog.md as well. A release copies schema.graphql to released.graphql and empties this list.
 */
export const intendedBreaks: Readonly<Record<string, string>> = {}
