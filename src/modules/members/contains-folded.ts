/**
 * SQL that is true when a folded expression contains a value, ignoring case and accents. The value is escaped after
 * folding, because folding turns some characters, such as the full-width percent sign, into wildcards. The subselect
 * folds it once, and not once for each row that the index returns.
 */
export const containsFolded = (folded: string, value = '?') =>
  `${folded} LIKE (SELECT '%' || regexp_replace(quire_fold(${value}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%')`
