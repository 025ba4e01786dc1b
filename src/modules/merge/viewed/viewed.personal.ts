import { exportedRows, type PersonalData } from '../../../core/personal-data.ts'

/** What a person has viewed concerns nobody else. */
export const dataOfViewedPages: PersonalData = {
  table: 'ViewedPage',
  columns: ['userId'],
  onErasure: ({ tx }, { id: userId }) => tx.viewedPage.deleteMany({ where: { userId } }),
  exported: {
    viewedPages: exportedRows({
      name: 'viewedPages',
      from: '"ViewedPage" r',
      user: 'r."userId"',
      fields: ['changeRequestId', 'pageId', 'revisionId', 'viewedAt'],
      key: { sql: `r."changeRequestId" || '/' || r."pageId"`, type: 'text' },
    }),
  },
}
