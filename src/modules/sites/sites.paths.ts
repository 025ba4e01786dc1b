export const sitesPath = '/orgs/:organizationId/sites'
export const sitePath = `${sitesPath}/:siteId`
