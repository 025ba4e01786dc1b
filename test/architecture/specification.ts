/**
 * The operations of the specification, in its order: operation id, method, path below `/v1`, and the status of
 * success.
 */
const LIST = `
listOrganizationsForAuthenticatedUser GET /orgs 200
getOrganizationById GET /orgs/{organizationId} 200
updateOrganizationById PATCH /orgs/{organizationId} 200
deleteOrganizationInviteById DELETE /orgs/{organizationId}/link-invites/{inviteId} 205
searchOrganizationContent GET /orgs/{organizationId}/search 200
getOrganizationsForEmailDomain GET /email-domains/{emailDomain}/orgs 200
listMembersInOrganizationById GET /orgs/{organizationId}/members 200
getMemberInOrganizationById GET /orgs/{organizationId}/members/{userId} 200
updateMemberInOrganizationById PATCH /orgs/{organizationId}/members/{userId} 200
removeMemberFromOrganizationById DELETE /orgs/{organizationId}/members/{userId} 204
updateOrganizationMemberLastSeenAt POST /orgs/{organizationId}/ping 200
setUserAsSSOMemberForOrganization POST /orgs/{organizationId}/members/{userId}/sso 200
listSpacesForOrganizationMember GET /orgs/{organizationId}/members/{userId}/spaces 200
listTeamsForOrganizationMember GET /orgs/{organizationId}/members/{userId}/teams 200
listTeamsInOrganizationById GET /orgs/{organizationId}/teams 200
createOrganizationTeam PUT /orgs/{organizationId}/teams 201
getTeamInOrganizationById GET /orgs/{organizationId}/teams/{teamId} 200
updateTeamInOrganizationById PATCH /orgs/{organizationId}/teams/{teamId} 200
removeTeamFromOrganizationById DELETE /orgs/{organizationId}/teams/{teamId} 204
listTeamMembersInOrganizationById GET /orgs/{organizationId}/teams/{teamId}/members 200
updateMembersInOrganizationTeam PUT /orgs/{organizationId}/teams/{teamId}/members 204
addMemberToOrganizationTeamById PUT /orgs/{organizationId}/teams/{teamId}/members/{userId} 204
deleteMemberFromOrganizationTeamById DELETE /orgs/{organizationId}/teams/{teamId}/members/{userId} 204
listCollectionsInOrganizationById GET /orgs/{organizationId}/collections 200
createCollection POST /orgs/{organizationId}/collections 201
getCollectionById GET /collections/{collectionId} 200
updateCollectionById PATCH /collections/{collectionId} 200
deleteCollectionById DELETE /collections/{collectionId} 205
listSpacesInCollectionById GET /collections/{collectionId}/spaces 200
moveCollection POST /collections/{collectionId}/move 200
transferCollection POST /collections/{collectionId}/transfer 200
getSpaceById GET /spaces/{spaceId} 200
deleteSpaceById DELETE /spaces/{spaceId} 205
updateSpaceById PATCH /spaces/{spaceId} 200
duplicateSpace POST /spaces/{spaceId}/duplicate 201
restoreSpace POST /spaces/{spaceId}/restore 200
moveSpace POST /spaces/{spaceId}/move 200
transferSpace POST /spaces/{spaceId}/transfer 200
listSpaceLinks GET /spaces/{spaceId}/links 200
listCommentsInSpace GET /spaces/{spaceId}/comments 200
postCommentInSpace POST /spaces/{spaceId}/comments 200
getCommentInSpace GET /spaces/{spaceId}/comments/{commentId} 200
updateCommentInSpace PUT /spaces/{spaceId}/comments/{commentId} 200
deleteCommentInSpace DELETE /spaces/{spaceId}/comments/{commentId} 205
postCommentReplyInSpace POST /spaces/{spaceId}/comments/{commentId}/replies 200
getCommentReplyInSpace GET /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} 200
updateCommentReplyInSpace PUT /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} 200
deleteCommentReplyInSpace DELETE /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId} 205
listChangeRequestsForSpace GET /spaces/{spaceId}/change-requests 200
createChangeRequest POST /spaces/{spaceId}/change-requests 201
getChangeRequestById GET /spaces/{spaceId}/change-requests/{changeRequestId} 200
updateChangeRequestById PATCH /spaces/{spaceId}/change-requests/{changeRequestId} 200
mergeChangeRequest POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge 200
updateChangeRequest POST /spaces/{spaceId}/change-requests/{changeRequestId}/update 200
getChangeRequestPDF GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf 200
getRequestedReviewersByChangeRequestId GET /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers 200
requestReviewersForChangeRequest POST /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers 200
removeRequestedReviewerFromChangeRequest DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId} 205
listCommentsInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments 200
postCommentInChangeRequest POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments 200
getCommentInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId} 200
updateCommentInChangeRequest PUT /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId} 200
deleteCommentInChangeRequest DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId} 205
listCommentRepliesInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies 200
postCommentReplyInChangeRequest POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies 200
getCommentReplyInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId} 200
getRevisionOfChangeRequestById GET /spaces/{spaceId}/change-requests/{changeRequestId}/content 200
importContentInChangeRequest POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import 201
listPagesInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages 200
listFilesInChangeRequestById GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files 200
getFileInChangeRequestById GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId} 200
listChangeRequestFileBacklinks GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks 200
getPageInChangeRequestById GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId} 200
listPageLinksInChangeRequest GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links 200
importGitRepository POST /spaces/{spaceId}/git/import 204
exportToGitRepository POST /spaces/{spaceId}/git/export 204
getSpaceGitInfo GET /spaces/{spaceId}/git/info 200
listSites GET /orgs/{organizationId}/sites 200
createSite POST /orgs/{organizationId}/sites 201
getSiteById GET /orgs/{organizationId}/sites/{siteId} 200
updateSiteById PATCH /orgs/{organizationId}/sites/{siteId} 200
deleteSiteById DELETE /orgs/{organizationId}/sites/{siteId} 205
getSiteAdaptiveSchema GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema 200
updateSiteAdaptiveSchema PUT /orgs/{organizationId}/sites/{siteId}/adaptive-schema 200
listSiteAdaptiveTemplateConditions GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions 200
getPublishedContentSite GET /orgs/{organizationId}/sites/{siteId}/published 200
listSiteSpaces GET /orgs/{organizationId}/sites/{siteId}/site-spaces 200
addSpaceToSite POST /orgs/{organizationId}/sites/{siteId}/site-spaces 201
updateSiteSpaceById PATCH /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId} 200
deleteSiteSpaceById DELETE /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId} 205
moveSiteSpace POST /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move 200
listSiteSectionGroups GET /orgs/{organizationId}/sites/{siteId}/section-groups 200
addSectionGroupToSite POST /orgs/{organizationId}/sites/{siteId}/section-groups 201
updateSiteSectionGroupById PATCH /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId} 200
deleteSiteSectionGroupById DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId} 205
addSectionToGroup POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections 201
removeSectionFromGroup DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId} 205
moveSiteSectionGroup POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move 200
listSiteShareLinks GET /orgs/{organizationId}/sites/{siteId}/share-links 200
createSiteShareLink POST /orgs/{organizationId}/sites/{siteId}/share-links 201
updateSiteShareLinkById PATCH /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId} 200
deleteSiteShareLinkById DELETE /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId} 205
listTranslations GET /orgs/{organizationId}/translations 200
createTranslation POST /orgs/{organizationId}/translations 201
getTranslation GET /orgs/{organizationId}/translations/{translationSettingsId} 200
updateTranslation PUT /orgs/{organizationId}/translations/{translationSettingsId} 200
deleteTranslation DELETE /orgs/{organizationId}/translations/{translationSettingsId} 205
listOpenAPISpecs GET /orgs/{organizationId}/openapi 200
createOpenAPISpec POST /orgs/{organizationId}/openapi 201
getOpenAPISpecBySlug GET /orgs/{organizationId}/openapi/{specSlug} 200
createOrUpdateOpenAPISpecBySlug PUT /orgs/{organizationId}/openapi/{specSlug} 200
deleteOpenAPISpecBySlug DELETE /orgs/{organizationId}/openapi/{specSlug} 205
listOpenAPISpecVersions GET /orgs/{organizationId}/openapi/{specSlug}/versions 200
getLatestOpenAPISpecVersion GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest 200
getLatestOpenAPISpecVersionContent GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest/content 200
getOpenAPISpecVersionById GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId} 200
getOpenAPISpecVersionContentById GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content 200
listIntegrations GET /integrations 200
getIntegrationByName GET /integrations/{integrationName} 200
publishIntegration POST /integrations/{integrationName} 200
unpublishIntegration DELETE /integrations/{integrationName} 204
`

export interface Specified {
  operationId: string
  /** Method and path, with `{}` for each path parameter. */
  address: string
  status: number
}

/** Copied from the specification and not derived from the code, so that the check is independent of it. */
export const specification: Specified[] = LIST.trim()
  .split('\n')
  .map((line) => {
    const [operationId = '', method, path = '', status] = line.split(' ')
    return { operationId, address: `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`, status: Number(status) }
  })
