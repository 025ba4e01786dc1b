const external = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

/** Whether a reference points outside of the import: to another host or with another scheme. */
export const isExternal = (href: string): boolean => external.test(href)

const INCLUDES = /(?:^|\/)\.gitbook\/includes\/(.+)$/i

/** The name that pages include a text by: its path in the folder of includes, or the name of its file elsewhere. */
export const includedName = (path: string): string =>
  INCLUDES.exec(path)?.[1] ?? path.split('/').at(-1) ?? path

export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
