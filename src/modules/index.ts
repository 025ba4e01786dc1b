import { activity } from './activity/index.ts'
import { apiReference } from './api-reference/index.ts'
import { audit } from './audit/index.ts'
import { changeRequests } from './change-requests/index.ts'
import { collections } from './collections/index.ts'
import { comments } from './comments/index.ts'
import { content } from './content/index.ts'
import { contentChanges } from './content-changes/index.ts'
import { documents } from './documents/index.ts'
import { events } from './events/index.ts'
import { git } from './git/index.ts'
import { grants } from './grants/index.ts'
import { imports } from './import/index.ts'
import { insights } from './insights/index.ts'
import { instanceState } from './instance-state/index.ts'
import { integrations } from './integrations/index.ts'
import { invites } from './invites/index.ts'
import { links } from './links/index.ts'
import { mail } from './mail/index.ts'
import { members } from './members/index.ts'
import { merge } from './merge/index.ts'
import { monitoring } from './monitoring/index.ts'
import { notifications } from './notifications/index.ts'
import { openapiSpecs } from './openapi-specs/index.ts'
import { organizations } from './organizations/index.ts'
import { pageBlocks } from './page-blocks/index.ts'
import { pageDocuments } from './page-documents/index.ts'
import { pageMetadata } from './page-metadata/index.ts'
import { pdf } from './pdf/index.ts'
import { preferences } from './preferences/index.ts'
import { presence } from './presence/index.ts'
import { publishing } from './publishing/index.ts'
import { reviews } from './reviews/index.ts'
import { revisions } from './revisions/index.ts'
import { search } from './search/index.ts'
import { sessions } from './sessions/index.ts'
import { siteAddresses } from './site-addresses/index.ts'
import { siteHostnames } from './site-hostnames/index.ts'
import { siteRendering } from './site-rendering/index.ts'
import { siteTexts } from './site-texts/index.ts'
import { siteVisitors } from './site-visitors/index.ts'
import { sites } from './sites/index.ts'
import { spaces } from './spaces/index.ts'
import { specUses } from './spec-uses/index.ts'
import { teams } from './teams/index.ts'
import { textMerge } from './text-merge/index.ts'
import { tokens } from './tokens/index.ts'
import { translatedSpaces } from './translated-spaces/index.ts'
import { translations } from './translations/index.ts'
import { users } from './users/index.ts'
import { webhooks } from './webhooks/index.ts'

/** The list of all modules. */
export const modules = [
  users,
  preferences,
  tokens,
  organizations,
  members,
  teams,
  collections,
  openapiSpecs,
  spaces,
  grants,
  invites,
  sessions,
  translations,
  revisions,
  documents,
  pageMetadata,
  textMerge,
  siteAddresses,
  siteRendering,
  siteTexts,
  mail,
  changeRequests,
  contentChanges,
  content,
  links,
  search,
  merge,
  imports,
  git,
  pdf,
  sites,
  siteVisitors,
  insights,
  integrations,
  publishing,
  apiReference,
  pageBlocks,
  pageDocuments,
  comments,
  reviews,
  events,
  audit,
  notifications,
  webhooks,
  activity,
  presence,
  siteHostnames,
  specUses,
  translatedSpaces,
  monitoring,
  instanceState,
]
