export const changes = {
  title: 'Change requests',
  statuses: { DRAFT: 'Draft', OPEN: 'Open', MERGED: 'Merged', ARCHIVED: 'Archived' },
  noSubject: 'No subject',
  openThreads: (count: number) => (count === 1 ? '1 open thread' : `${count} open threads`),
}
