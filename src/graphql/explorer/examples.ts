/** What a new visitor of the explorer finds in its tabs: one operation of each kind. */
export const EXAMPLES: readonly { query: string; variables?: string }[] = [
  {
    query: `# Put your token into the field above, then run this.
query Home {
  viewer {
    user { displayName }
    organizations(first: 5) {
      nodes {
        title
        spaces(first: 5) { nodes { id title emoji } }
      }
    }
  }
}
`,
  },
  {
    query: `# Variables below: the ID of a space, which the query in the first tab returns.
mutation Comment($space: ID!) {
  postComment(input: { spaceId: $space, body: { markdown: "Hello from the explorer" } }) {
    comment { id body { markdown } }
  }
}
`,
    variables: '{ "space": "" }\n',
  },
  {
    query: `# Run this, then post a comment in the second tab or in the console: it is shown here at once.
subscription Comments($space: ID!) {
  commentActivity(spaceId: $space) {
    type
    comment { body { markdown } }
  }
}
`,
    variables: '{ "space": "" }\n',
  },
]
