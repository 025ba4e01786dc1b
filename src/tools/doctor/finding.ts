/** The result of one check, and what to do about a problem. */
export interface Finding {
  name: string
  state: 'ok' | 'warning' | 'problem'
  found: string
  action?: string
}
