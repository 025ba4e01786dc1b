import type { ModuleAccess } from '../access/declared.ts'
import type { Case, Names } from '../access/documents.ts'

/** Searches a site with the credentials of the caller. */
const search = (idOf: (names: Names) => string): Case => ({
  params: (names) => ({ siteId: idOf(names) }),
  body: ({ credentials: { shareKey } }) => ({ query: 'guide', ...(shareKey ? { shareKey } : {}) }),
  graphql: (names) => ({
    query: `query($id: ID!, $shareKey: String, $jwtToken: String) {
      searchPublishedSite(siteId: $id, query: "guide", shareKey: $shareKey, jwtToken: $jwtToken) { title } }`,
    variables: { id: idOf(names), ...names.credentials },
  }),
})

export const access: ModuleAccess = {
  cases: {
    'publishedSite.search: a public site': search(({ publishedSiteId }) => publishedSiteId),
    'publishedSite.search: a site for share links': search(({ sharedSiteId }) => sharedSiteId),
    'publishedSite.search: a site for authenticated visitors': search(
      ({ authenticatedSiteId }) => authenticatedSiteId,
    ),
    'publishedSite.search: an unpublished site': search(({ siteId }) => siteId),
  },
}
