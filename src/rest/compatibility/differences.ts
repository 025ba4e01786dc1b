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
  'POST /spaces/{}/content/import':
    'Imports from the values of `source` that are listed in the reference, and archives of at most 8 MiB.',
  'POST /spaces/{}/content/page/{}/import': 'The same. Pages are added below the page.',
  'POST /spaces/{}/change-requests/{}/content/page/{}/import': 'The same. Pages are added below the page.',
  'POST /orgs/{}/sites/{}/insights/events/aggregate':
    'Counts views, searches and ratings by day, page, words, host and rating. Nothing here identifies or describes visitors.',
  'POST /user/notifications/token':
    'The token is one of this server, with the scopes that notifications need. It expires after an hour.',
  'POST /orgs/{}/sites/{}/insights/events':
    'Takes an API token, and at most 100 events. Views of pages and searches are counted, and all others are ignored.',
  'PUT /integrations/{}/dev':
    'Sends the events of installations, without tokens and secrets. Pages load the published script.',
  'POST /integrations/{}/render':
    'Only for authors, and while the integration is in development: its tunnel renders. Otherwise 501.',
  'POST /integrations/{}/tasks':
    'Only for authors, and while the integration is in development: its tunnel runs the task. Otherwise 501.',
  'GET /spaces/{}/integration-scripts': 'Lists the scripts of the sites that the space is on.',
  'GET /integrations/{}/events':
    'Lists what was sent to the tunnel of its author: no code runs on this server.',
  'POST /orgs/{}/sites/{}/publish':
    '412 if the caller does not have the create role in every space of the site.',
  'GET /orgs/{}/sites/{}/redirects': 'Lists the oldest first.',
  'PATCH /orgs/{}/sites/{}': '`agentsContext` is stored and returned, and has no effect.',
}
