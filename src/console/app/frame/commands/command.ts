/** What the command menu offers: a place to go to, or something to do. */
export interface Command {
  id: string
  label: string
  /** Where a page or a change request is. */
  detail?: string | undefined
  icon: string
  /** The binding that does the same. */
  keys?: string
  /** The address below `/app`, for a place. */
  href?: string
  run?: () => void
}

export interface CommandGroup {
  title: string
  commands: Command[]
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Whether every word that was typed begins a word of the text, ignoring case and accents. */
export function matches(text: string, typed: string): boolean {
  const words = fold(text).split(/[\s/,.:_-]+/)
  return fold(typed)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

/** The path of an address that the API gives out as `urls.app`, below the base of the router. */
export function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url, location.origin)
  return `${pathname.replace(/^\/app(?=\/|$)/, '')}${search}${hash}`
}
