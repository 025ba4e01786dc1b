import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  sealed: { ShareLink: 'sealedKey', SitePublishingAuth: 'sealedKey' },
  ids: {
    Site: 'sit',
    SiteSpace: 'sps',
    SiteSection: 'sec',
    SiteSectionGroup: 'grp',
    ShareLink: 'shl',
    SiteImage: 'sim',
  },
  events: {
    'site.created': { audience: 'members', description: 'A site was created.' },
    'site.updated': { audience: 'members', description: 'A site was updated.' },
    'site.deleted': { audience: 'members', description: 'A site was deleted.' },
    'site.published': { audience: 'members', description: 'A site was published.' },
    'site.unpublished': { audience: 'members', description: 'A site was unpublished.' },
    'site_space.added': { audience: 'members', description: 'A space was added to a site.' },
    'site_space.updated': { audience: 'members', description: 'A site space was updated.' },
    'site_space.moved': { audience: 'members', description: 'A site space was moved.' },
    'site_space.deleted': { audience: 'members', description: 'A space was removed from a site.' },
    'site_section.created': { audience: 'members', description: 'A section of a site was created.' },
    'site_section.updated': { audience: 'members', description: 'A section of a site was updated.' },
    'site_section.moved': { audience: 'members', description: 'A section of a site was moved.' },
    'site_section.deleted': { audience: 'members', description: 'A section of a site was deleted.' },
    'site_section_group.created': {
      audience: 'members',
      description: 'A section group of a site was created.',
    },
    'site_section_group.updated': {
      audience: 'members',
      description: 'A section group of a site was updated.',
    },
    'site_section_group.moved': { audience: 'members', description: 'A section group of a site was moved.' },
    'site_section_group.deleted': {
      audience: 'members',
      description: 'A section group of a site was deleted.',
    },
    'site_image.created': { audience: 'members', description: 'An image was added to a site.' },
    'site_image.deleted': { audience: 'members', description: 'An image of a site was deleted.' },
    'site_customization.updated': {
      audience: 'members',
      description: 'The customization of a site was replaced.',
    },
    'site_space_customization.updated': {
      audience: 'members',
      description: 'The customization of a site space was changed.',
    },
    'site_space_customization.deleted': {
      audience: 'members',
      description: 'The customization of a site space was removed.',
    },
    'site_adaptive_schema.updated': {
      audience: 'members',
      description: 'The adaptive schema of a site was replaced.',
    },
    'share_link.created': { audience: 'admins', description: 'A share link of a site was created.' },
    'share_link.updated': { audience: 'admins', description: 'A share link of a site was updated.' },
    'share_link.deleted': { audience: 'admins', description: 'A share link of a site was deleted.' },
    'publishing_auth.updated': {
      audience: 'admins',
      description: 'The authentication of visitors of a site was updated.',
    },
    'publishing_auth.regenerated': {
      audience: 'admins',
      description: 'The key that signs the tokens of visitors of a site was replaced.',
    },
  },
  scopes: {
    'site:read': 'Read sites and their structure.',
    'site:write': 'Create, change and delete sites and their structure.',
    'site:publish': 'Publish and unpublish sites.',
    'site:auth:read': 'Read the share links of sites, with their keys, and how visitors are authenticated.',
    'site:auth:write': 'Change the share links of sites, and how visitors are authenticated.',
  },
  labels: {
    Site: {
      scope: 'site:read',
      select: 'SELECT "id", "organizationId", "title" AS "label" FROM "Site" WHERE "id" = ANY($1)',
    },
    SiteSpace: {
      scope: 'site:read',
      select: `SELECT x."id", i."organizationId", x."path" AS "label" FROM "SiteSpace" x
        JOIN "Site" i ON i."id" = x."siteId" WHERE x."id" = ANY($1)`,
    },
    SiteSection: {
      scope: 'site:read',
      select: `SELECT c."id", i."organizationId", c."title" AS "label" FROM "SiteSection" c
        JOIN "Site" i ON i."id" = c."siteId" WHERE c."id" = ANY($1)`,
    },
    SiteImage: {
      scope: 'site:read',
      select: `SELECT x."id", i."organizationId", x."name" AS "label" FROM "SiteImage" x
        JOIN "Site" i ON i."id" = x."siteId" WHERE x."id" = ANY($1)`,
    },
    SiteSectionGroup: {
      scope: 'site:read',
      select: `SELECT g."id", i."organizationId", g."title" AS "label" FROM "SiteSectionGroup" g
        JOIN "Site" i ON i."id" = g."siteId" WHERE g."id" = ANY($1)`,
    },
    ShareLink: {
      scope: 'site:auth:read',
      select: `SELECT l."id", i."organizationId", l."name" AS "label" FROM "ShareLink" l
        JOIN "Site" i ON i."id" = l."siteId" WHERE l."id" = ANY($1)`,
    },
  },
  withinSpace: ['Site', 'SiteSpace', 'SiteSection', 'SiteSectionGroup'],
  references: {
    defaultSiteSpace: 'SiteSpace',
    defaultSiteSection: 'SiteSection',
    section: 'SiteSection',
    sectionGroup: 'SiteSectionGroup',
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    sites: typeof facts
  }
}
