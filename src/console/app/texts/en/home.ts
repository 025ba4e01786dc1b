export const home = {
  title: 'Home',
  overview: 'Overview',
  changes: 'Change requests',
  people: 'People',
  teams: 'Teams',
  specs: 'OpenAPI',
  webhooks: 'Webhooks',
  activity: 'Activity',
  audit: 'Audit log',
  integrations: 'Integrations',
  watching: 'Watching',
  translations: 'Translations',
  views: 'Views of the organization',
  toReview: 'Waiting for your review',
  nothingToReview: 'No change request waits for your review.',
  mine: 'Your change requests',
  nothingMine: 'You have no open change requests.',
  unread: 'Unread',
  nothingUnread: 'You have read everything.',
  showAll: 'Show all',
  allUnread: 'Open the inbox',
  moreOrganizations: (count: number) =>
    count === 1
      ? '1 more organization: choose it in the command menu.'
      : `${count} more organizations: choose one in the command menu.`,
  noOrganization:
    'You are not a member of an organization yet. Ask an admin of one for an invite, with the e-mail address of your account.',
  startFirst: 'Start your first site',
  begun: 'You have begun your first site.',
  goOn: 'Go on',
  sites: 'Sites',
}
