export const lists = {
  next: 'Next row',
  previous: 'Previous row',
  showMore: 'Show more',
  shown: (shown: number, total: number) => `${shown} of ${total}`,
}
