export const search = {
  title: 'Search',
  field: 'Search in all spaces',
  hint: 'All words must occur. Put a "phrase" in quotes, and a - before a word that must not occur.',
  begin: 'Search the pages of all spaces that you can see.',
  nothing: (text: string) => `No page has all of these words: ${text}`,
  tryOther: 'Try fewer or other words.',
  found: (count: number) => (count === 1 ? '1 page found' : `${count} pages found`),
  moreInSpace: (title: string) => `Matches in ${title}`,
}
