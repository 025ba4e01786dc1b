/** Whether an `If-None-Match` header names this tag. Weak and strong tags are the same to it. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((each) => {
    const given = each.trim()
    return given === '*' || given === tag || given === `W/${tag}`
  })
}
