import {
  fieldOf,
  isList,
  isNode,
  nodeAt,
  nodesAt,
  numberAt,
  readTree,
  type TreeNode,
  type TreeValue,
} from './node-tree.ts'

/** Whether a column can be NULL: never, in some rows, always (`NULL AS "x"`), or nothing is known. */
export type Nullability = 'never' | 'sometimes' | 'always' | 'unknown'

/** What the catalog knows. */
export interface Catalog {
  readonly column: (relation: number, column: number) => Nullability
  /** A strict function returns NULL for NULL. */
  readonly isStrict: (procedure: number) => boolean
  readonly isCount: (procedure: number) => boolean
}

/** Of `rtekind`. */
const RELATION = 0
const SUBQUERY = 1
const JOIN = 2
const FUNCTION = 3
const CTE = 6
const INNER_JOIN = 0
const LEFT_JOIN = 1
/** Of `subLinkType`. */
const EXISTS = 0
const SCALAR = 4
const ARRAY = 6
const IS_NOT_NULL = '1'

/** A statement or a subquery, and those around it. */
interface Scope {
  readonly query: TreeNode
  readonly outer: Scope | null
}

/** The nullability of the result columns of a statement, from its parsed tree. */
export function nullabilityOf(tree: string, catalog: Catalog): Nullability[] {
  const reader = new Reader(catalog)
  return reader.columnsOf({ query: statementIn(readTree(tree)), outer: null })
}

function statementIn(value: TreeValue): TreeNode {
  if (isNode(value)) return value
  const last = isList(value) ? value.at(-1) : undefined
  if (last === undefined) throw new Error('The tree contains no statement.')
  return statementIn(last)
}

const all = (parts: readonly Nullability[]): Nullability => {
  if (parts.length > 0 && parts.every((each) => each === 'always')) return 'always'
  if (parts.some((each) => each === 'sometimes' || each === 'always')) return 'sometimes'
  return parts.every((each) => each === 'never') ? 'never' : 'unknown'
}

class Reader {
  readonly #catalog: Catalog
  /** Columns whose nullability is being determined: a recursive query refers to itself. */
  readonly #open = new Set<string>()
  readonly #ids = new Map<TreeNode, number>()

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  columnsOf(scope: Scope): Nullability[] {
    const { query } = scope
    const list = nodesAt(query, 'returningList')
    const targets = list.length > 0 ? list : nodesAt(query, 'targetList')
    return targets
      .filter((target) => fieldOf(target, 'resjunk') !== 'true')
      .map((_, index) => this.#column(scope, index + 1))
  }

  /** A column of a query by its number. */
  #column(scope: Scope, number: number): Nullability {
    const { query } = scope
    const id = this.#ids.get(query) ?? this.#ids.size
    this.#ids.set(query, id)
    const key = `${id} ${number}`
    // The other part of a recursive query decides.
    if (this.#open.has(key)) return 'never'
    this.#open.add(key)
    try {
      const operations = nodeAt(query, 'setOperations')
      if (operations) return all(this.#leaves(scope, operations).map((leaf) => this.#column(leaf, number)))
      const list = nodesAt(query, 'returningList')
      const target = (list.length > 0 ? list : nodesAt(query, 'targetList')).find(
        (each) => numberAt(each, 'resno') === number,
      )
      const expression = target && nodeAt(target, 'expr')
      return expression ? this.#expression(scope, expression) : 'unknown'
    } finally {
      this.#open.delete(key)
    }
  }

  /** The queries that UNION and its like combine. */
  #leaves(scope: Scope, operation: TreeNode): Scope[] {
    if (operation.type === 'RANGETBLREF') {
      const query = nodeAt(this.#tableAt(scope, numberAt(operation, 'rtindex')), 'subquery')
      return query ? [{ query, outer: scope }] : []
    }
    return [nodeAt(operation, 'larg'), nodeAt(operation, 'rarg')].flatMap((each) =>
      each ? this.#leaves(scope, each) : [],
    )
  }

  #tableAt({ query }: Scope, number: number): TreeNode {
    const table = nodesAt(query, 'rtable')[number - 1]
    if (!table) throw new Error(`The statement has no table ${number}.`)
    return table
  }

  #expression(scope: Scope, node: TreeNode): Nullability {
    const args = () => nodesAt(node, 'args').map((each) => this.#expression(scope, each))
    const arg = () => {
      const inner = nodeAt(node, 'arg')
      return inner ? this.#expression(scope, inner) : 'unknown'
    }
    switch (node.type) {
      case 'VAR':
        return this.#variable(scope, node)
      case 'CONST':
        return fieldOf(node, 'constisnull') === 'true' ? 'always' : 'never'
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COLLATEEXPR':
      case 'COERCETODOMAIN':
        return arg()
      case 'COALESCEEXPR':
      case 'MINMAXEXPR': {
        const parts = args()
        // One value that is not NULL is enough.
        return (
          parts.find((each) => each === 'never') ?? parts.find((each) => each === 'unknown') ?? 'sometimes'
        )
      }
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ARRAYEXPR':
      case 'ROWEXPR':
      case 'SQLVALUEFUNCTION':
        return 'never'
      case 'NULLIFEXPR':
        return 'sometimes'
      case 'BOOLEXPR':
        return all(args())
      case 'CASEEXPR':
        return this.#case(scope, node)
      case 'OPEXPR':
        return this.#call(numberAt(node, 'opfuncid'), args())
      case 'FUNCEXPR':
        return this.#call(numberAt(node, 'funcid'), args())
      case 'AGGREF':
        if (this.#catalog.isCount(numberAt(node, 'aggfnoid'))) return 'never'
        return isGrouped(scope.query) ? 'unknown' : 'sometimes'
      case 'SUBLINK':
        return this.#subquery(scope, node)
      default:
        return 'unknown'
    }
  }

  /** NULL for NULL if it is strict. Otherwise only the function knows. */
  #call(procedure: number, args: readonly Nullability[]): Nullability {
    const isNull = args.some((each) => each === 'sometimes' || each === 'always')
    return isNull && this.#catalog.isStrict(procedure) ? 'sometimes' : 'unknown'
  }

  #case(scope: Scope, node: TreeNode): Nullability {
    const results = nodesAt(node, 'args').map((each) => nodeAt(each, 'result'))
    const parts = [...results, nodeAt(node, 'defresult')].map(
      (each): Nullability => (each ? this.#expression(scope, each) : 'always'),
    )
    return all(parts)
  }

  #subquery(scope: Scope, node: TreeNode): Nullability {
    const kind = numberAt(node, 'subLinkType')
    if (kind === EXISTS || kind === ARRAY) return 'never'
    const query = nodeAt(node, 'subselect')
    if (kind !== SCALAR || !query) return 'unknown'
    // Only a query that aggregates all rows always returns one.
    const isOneRow = fieldOf(query, 'hasAggs') === 'true' && !isGrouped(query) && !nodeAt(query, 'havingQual')
    return isOneRow ? this.#column({ query, outer: scope }, 1) : 'sometimes'
  }

  #variable(scope: Scope, node: TreeNode): Nullability {
    let own: Scope | null = scope
    for (let up = numberAt(node, 'varlevelsup'); up > 0; up--) own = own?.outer ?? null
    if (!own) return 'unknown'
    const [table, column] = [numberAt(node, 'varno'), numberAt(node, 'varattno')]
    if (own.query && requiredColumns(own.query, this.#catalog).has(`${table} ${column}`)) return 'never'
    const inside = this.#tableColumn(own, this.#tableAt(own, table), column)
    // The tables whose outer join can leave this one without a row.
    const nulling = fieldOf(node, 'varnullingrels')
    return isList(nulling) && nulling.length > 1 && inside !== 'always' ? 'sometimes' : inside
  }

  #tableColumn(scope: Scope, table: TreeNode, column: number): Nullability {
    switch (numberAt(table, 'rtekind')) {
      case RELATION:
        // System columns and whole rows.
        if (column <= 0) return 'never'
        return this.#catalog.column(numberAt(table, 'relid'), column)
      case SUBQUERY: {
        const query = nodeAt(table, 'subquery')
        return query && column > 0 ? this.#column({ query, outer: scope }, column) : 'unknown'
      }
      case JOIN: {
        const merged = nodesAt(table, 'joinaliasvars')[column - 1]
        return merged ? this.#expression(scope, merged) : 'unknown'
      }
      case FUNCTION: {
        const names = nodeAt(table, 'eref')
        const count = names ? (fieldOf(names, 'colnames') as TreeValue[]).length : 0
        return fieldOf(table, 'funcordinality') === 'true' && column === count ? 'never' : 'unknown'
      }
      case CTE:
        return this.#common(scope, table, column)
      default:
        return 'unknown'
    }
  }

  #common(scope: Scope, table: TreeNode, column: number): Nullability {
    let own: Scope | null = scope
    for (let up = numberAt(table, 'ctelevelsup'); up > 0; up--) own = own?.outer ?? null
    const name = fieldOf(table, 'ctename')
    const found = own && nodesAt(own.query, 'cteList').find((each) => fieldOf(each, 'ctename') === name)
    const query = found && nodeAt(found, 'ctequery')
    return query ? this.#column({ query, outer: own }, column) : 'unknown'
  }
}

const isGrouped = (query: TreeNode): boolean =>
  nodesAt(query, 'groupClause').length > 0 || nodesAt(query, 'groupingSets').length > 0

/** The columns that cannot be NULL in rows that meet the conditions: `WHERE x IS NOT NULL`, `WHERE x = $1`. */
function requiredColumns(query: TreeNode, catalog: Catalog): Set<string> {
  const required = new Set<string>()
  const note = (node: TreeNode | null | undefined) => {
    const inner = node?.type === 'RELABELTYPE' ? nodeAt(node, 'arg') : node
    if (inner?.type === 'FUNCEXPR' && catalog.isStrict(numberAt(inner, 'funcid')))
      nodesAt(inner, 'args').forEach(note)
    if (inner?.type === 'VAR' && numberAt(inner, 'varlevelsup') === 0)
      required.add(`${numberAt(inner, 'varno')} ${numberAt(inner, 'varattno')}`)
  }
  const condition = (value: TreeValue): void => {
    if (isList(value)) return void value.forEach(condition)
    if (!isNode(value)) return
    const args = nodesAt(value, 'args')
    if (value.type === 'VAR') note(value)
    else if (value.type === 'BOOLEXPR' && fieldOf(value, 'boolop') === 'and') args.forEach(condition)
    else if (value.type === 'BOOLEXPR' && fieldOf(value, 'boolop') === 'not') args.forEach(note)
    else if (value.type === 'NULLTEST' && fieldOf(value, 'nulltesttype') === IS_NOT_NULL)
      note(nodeAt(value, 'arg'))
    else if (value.type === 'OPEXPR' && catalog.isStrict(numberAt(value, 'opfuncid'))) args.forEach(note)
    else if (value.type === 'SCALARARRAYOPEXPR' && fieldOf(value, 'useOr') === 'true') note(args[0])
  }
  const join = (value: TreeValue): void => {
    if (isList(value)) return void value.forEach(join)
    if (!isNode(value)) return
    if (value.type === 'FROMEXPR') {
      join(fieldOf(value, 'fromlist'))
      condition(fieldOf(value, 'quals'))
    }
    if (value.type !== 'JOINEXPR') return
    const kind = numberAt(value, 'jointype')
    if (kind === INNER_JOIN) condition(fieldOf(value, 'quals'))
    if (kind === INNER_JOIN || kind === LEFT_JOIN) join(fieldOf(value, 'larg'))
    if (kind === INNER_JOIN) join(fieldOf(value, 'rarg'))
  }
  join(fieldOf(query, 'jointree'))
  return required
}
