import { viewer } from './viewer.ts'

/** What was typed belongs to one person: somebody else may use the same browser. */
const draftKey = (target: string): string => `quire-draft:${viewer().id}:${target}`

/** What was typed for a target and not sent. It outlives a reload, a cut, an ended session and a closed tab. */
export function readDraft(target: string): string {
  try {
    return localStorage.getItem(draftKey(target)) ?? ''
  } catch {
    // Storage can be disabled: then a text lives as long as the page.
    return ''
  }
}

export function keepDraft(target: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(draftKey(target))
    else localStorage.setItem(draftKey(target), text)
  } catch {
    // Storage is full or disabled.
  }
}
