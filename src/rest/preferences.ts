/** Whether `Prefer` (RFC 7240) has a preference that matches a pattern, such as `handling=strict`. */
export function prefers(prefer: string | string[] | undefined, preference: RegExp): boolean {
  return [prefer ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .some((each) => preference.test((each.split(';', 1)[0] ?? '').trim()))
}
