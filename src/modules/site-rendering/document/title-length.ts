const TITLE = /^\s{0,1000}#[ \t][^\n]*(?:\n|$)/

/** The characters of a text that are its title, which is shown above the text. */
export const titleLength = (body: string): number => TITLE.exec(body)?.[0].length ?? 0
