/** In place of the slug of the spec in the stored text of a page. */
export const SPEC_MARK = '\u{1}spec\u{1}'
