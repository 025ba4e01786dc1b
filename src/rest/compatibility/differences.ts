/**
 * Operations of the public API that behave differently here, where neither document shows it: address and difference. What
 * requests lack follows from the documents (`requestDifferences`), what answers lack from the tests (`answers.ts`).
 */
export const differences: Readonly<Record<string, string>> = {
  'POST /spaces/{}/change-requests/{}/merge':
    'A conflict changes nothing and answers 409 with the conflicting pages; the public API merges and answers `conflicts`.',
  'POST /spaces/{}/change-requests/{}/update':
    'Conflicts become resources below `/conflicts`, to be resolved before the merge.',
  'DELETE /orgs/{}/members/{}': 'Answers 204 in both cases, as the specification says.',
  'DELETE /orgs/{}/teams/{}': 'Answers 204 in both cases, as the specification says.',
  'DELETE /orgs/{}/teams/{}/members/{}': 'Answers 204 in both cases, as the specification says.',
  'POST /orgs/{}/ping': 'The key of the visitor claims is `serviceVisitorClaims`; none are returned.',
  'GET /email-domains/{}/orgs':
    'Open to every token, and lists only organizations that the caller is in or could join.',
  'POST /spaces/{}/change-requests': 'Takes `subject` and `description`; a change request starts as a draft.',
  'PATCH /spaces/{}/change-requests/{}': 'Takes `subject`, `description` and `status`.',
  'GET /spaces/{}/change-requests': 'Lists the newest first.',
  'GET /orgs/{}/change-requests': 'Filters by one space; lists the newest first.',
  'POST /org/{}/imports': 'Imports into change requests only, and one page of a website.',
  'POST /spaces/{}/change-requests/{}/content/import':
    'Imports from the values of `source` that are listed in the reference.',
  'POST /orgs/{}/sites/{}/publish':
    '412 if the caller does not have the create role in every space of the site.',
  'GET /orgs/{}/sites/{}/redirects': 'Lists the oldest first.',
  'PATCH /orgs/{}/sites/{}': '`agentsContext` is stored and returned, and has no effect.',
}
