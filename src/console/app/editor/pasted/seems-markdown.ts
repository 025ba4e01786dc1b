/** What begins a line of a block: a heading, an item, a quote, code, a row of a table, a tag, a line across. */
const BLOCK =
  /^ {0,3}(?:#{1,6}[ \t]+\S|[-+*][ \t]+\S|\d{1,9}[.)][ \t]+\S|>[ \t]?\S|```|~~~|\|.*\||\{%|\$\$[ \t]*$|<(?:details|figure|table)\b|(?:---+|\*\*\*+)[ \t]*$)/m
/** Words with marks around them, code, and links. One star or underscore alone can be anything. */
const INLINE =
  /\*\*[^\s*][^*\n]*\*\*|__[^\s_][^_\n]*__|~~[^\s~][^~\n]*~~|`[^`\n]+`|!?\[[^\][\n]*\]\([^()\s]+\)/

/** Whether a text that was copied as such is Markdown. Others are pasted as they are, with signs such as `*` in them. */
export const seemsMarkdown = (text: string): boolean => BLOCK.test(text) || INLINE.test(text)
