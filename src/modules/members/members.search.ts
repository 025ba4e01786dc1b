/**
 * SQL that is true when a folded expression contains the value of `?`, ignoring case and accents. The value
 * is escaped after folding, because folding turns some characters, such as the full-width percent sign,
 * into wildcards.
 */
export const containsFolded = (folded: string) =>
  `${folded} LIKE '%' || regexp_replace(quire_fold(?::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
