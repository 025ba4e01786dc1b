/** A difference between a statement and its row type: the name of the statement or list, and columns; `user_*` is a prefix. */
type Differences = Readonly<Record<string, readonly string[]>>

/** Differences that are known. All others fail, and so does one that is no longer there. */
const KNOWN: readonly { readonly differences: Differences }[] = [
  {
    // Columns of joined rows, which are moved into a property after the row was read.
    differences: {
      reachOfCollection: ['reach_*'],
      memberOfUser: ['user_*', 'user'],
      changeRequestByNumber: ['createdBy_*', 'createdBy', 'reach_*'],
      reactionsOf: ['user_*'],
      repliersOf: ['user_*', 'user'],
      visitedSiteSpaces: ['space.*', 'space'],
      siteSpacesNamed: ['space.*', 'space'],
      siteSpacesOfDestination: ['space.*', 'space'],
      requestOfReviewer: ['user_*', 'user', 'requestedBy_*', 'requestedBy'],
      'members.name': ['user'],
      'members.joinedAt': ['user'],
      'members.lastSeenAt': ['user'],
    },
  },
  {
    // The driver returns int8 as text, and the type of the row is that of Prisma, with bigint. Events are converted.
    differences: {
      eventById: ['position', 'id'],
      webhookById: ['since'],
      webhookByIdOne: ['since'],
      webhooks: ['since'],
      webhookDeliveryById: ['position'],
      webhookDeliveryByIdOne: ['position'],
      lastDeliveryOfWebhook: ['position'],
      eventsOfOrganization: ['position'],
      eventsOfSpace: ['position'],
      auditEvents: ['position'],
      webhookDeliveries: ['position'],
    },
  },
  {
    // The type of the completed row; its reader sets the property or converts the value.
    differences: {
      linkStats: ['brokenByChangeRequest'],
      openConflicts: ['field'],
      teamMembers: ['role'],
    },
  },
  {
    // Columns that may be NULL as far as the comparison sees. A constraint or a condition on several columns may exclude it; where
    // none does, the type is too narrow. Not reviewed one by one.
    differences: {
      contentBlobOpened: ['size'],
      contentBlob: ['size'],
      piecesOfBlob: ['piece'],
      changeRequestByNumber: ['createdById'],
      eventLabels: ['organizationId'],
      reactionsOf: ['subjectId'],
      openAPIPages: ['key', 'doc', 'title', 'slug'],
      openAPIPagesNamed: ['key', 'doc', 'title', 'slug'],
      linkedFiles: ['id'],
      searchInSpaces: ['score', 'query'],
      foundInSpace: ['score', 'query'],
      foundInOrganization: ['query'],
    },
  },
]

const COLUMN = /^The (?:column|row type has) ([^\s,]+)/

const matches = (pattern: string, column: string): boolean =>
  pattern.endsWith('*') ? column.startsWith(pattern.slice(0, -1)) : column === pattern

const patternsOf = (name: string): string[] =>
  KNOWN.flatMap(({ differences }) => [...(differences[name] ?? [])])

/** The problems of a statement that are not known. */
export function unknownProblems(name: string, problems: readonly string[]): string[] {
  return problems.filter((problem) => {
    const column = COLUMN.exec(problem)?.[1] ?? ''
    return !patternsOf(name).some((pattern) => matches(pattern, column))
  })
}

/** Known differences that no statement has. */
export function outdated(checked: readonly { name: string; problems: readonly string[] }[]): string[] {
  const names = new Set(KNOWN.flatMap(({ differences }) => Object.keys(differences)))
  return [...names].flatMap((name) => {
    const columns = checked
      .filter((each) => each.name === name)
      .flatMap(({ problems }) => problems.map((problem) => COLUMN.exec(problem)?.[1] ?? ''))
    return patternsOf(name).flatMap((pattern) =>
      columns.some((column) => matches(pattern, column)) ? [] : [`${name}: ${pattern}`],
    )
  })
}
