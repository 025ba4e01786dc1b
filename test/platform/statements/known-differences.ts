/** A difference between a statement and its row type: the name of the statement or list, and columns. */
type Differences = Readonly<Record<string, readonly string[]>>

/** Differences that are right. All others fail, and so does one that is no longer there. */
const KNOWN: readonly { readonly reason: string; readonly differences: Differences }[] = [
  {
    reason: 'The driver returns int8 as text, and `shape` of the list converts it to a bigint.',
    differences: {
      eventsOfOrganization: ['position'],
      eventsOfSpace: ['position'],
      auditEvents: ['position'],
    },
  },
  {
    reason:
      'The column is that of the member, in the property `member`; `shape` sets `role` to that in the team, which is another column.',
    differences: { teamMembers: ['role'] },
  },
  {
    reason:
      'A blob has bytes or an object with a size (constraint Blob_one_place), so one of the two is there.',
    differences: { contentBlobOpened: ['size'] },
  },
  {
    reason: 'A row is only found by its commentId or its replyId, so one of the two is there.',
    differences: { reactionsOf: ['subjectId'] },
  },
  {
    reason:
      'The table `query` of the statement has exactly one row, and results have a score that is computed of it.',
    differences: {
      searchInSpaces: ['score', 'query'],
      foundInSpace: ['score', 'query'],
      foundInOrganization: ['query'],
    },
  },
]

const COLUMN = /^The (?:column|row type has) ([^\s,]+)/

const columnsOf = (name: string): string[] =>
  KNOWN.flatMap(({ differences }) => [...(differences[name] ?? [])])

/** The problems of a statement that are not known. */
export function unknownProblems(name: string, problems: readonly string[]): string[] {
  return problems.filter((problem) => !columnsOf(name).includes(COLUMN.exec(problem)?.[1] ?? ''))
}

/** Known differences that no statement has. */
export function outdated(checked: readonly { name: string; problems: readonly string[] }[]): string[] {
  const names = new Set(KNOWN.flatMap(({ differences }) => Object.keys(differences)))
  return [...names].flatMap((name) => {
    const columns = checked
      .filter((each) => each.name === name)
      .flatMap(({ problems }) => problems.map((problem) => COLUMN.exec(problem)?.[1] ?? ''))
    return columnsOf(name).flatMap((column) => (columns.includes(column) ? [] : [`${name}: ${column}`]))
  })
}
