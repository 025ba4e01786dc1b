import type { Texts } from '../texts.ts'

export const lists: Texts['lists'] = {
  next: '次の行',
  previous: '前の行',
  showMore: 'さらに表示',
  shown: (shown, total) => `${total} 件中 ${shown} 件`,
}
