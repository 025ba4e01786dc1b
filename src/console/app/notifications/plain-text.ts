/** What Markdown writes around its words: links and images, emphasis, code, and the marks of headings, quotes and lists. */
const LINK = /!?\[([^[\]\n]{0,500})\]\([^()\n]{0,1000}\)/g
const MARKS = /[*_`~]{1,3}|^[ \t]{0,3}(?:#{1,6}|>|[-+]|\d{1,3}[.)])[ \t]+/gm

/** The words of a short Markdown text, for one line of a list. */
export const plainText = (markdown: string): string =>
  markdown.replace(LINK, '$1').replace(MARKS, '').replace(/\s+/g, ' ').trim()
