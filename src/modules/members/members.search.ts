/**
 * SQL that holds when a folded expression contains the value of `?`, without case and accents. The value is escaped after
 * it was folded: folding turns some characters, such as the full-width per cent sign, into wildcards.
 */
export const containsFolded = (folded: string) =>
  `${folded} LIKE '%' || regexp_replace(quire_fold(?::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
