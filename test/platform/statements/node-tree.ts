/** A node of a parsed statement, as PostgreSQL stores it (`pg_node_tree`): `{VAR :varno 1 :varattno 2 …}`. */
export interface TreeNode {
  readonly type: string
  readonly fields: ReadonlyMap<string, TreeValue>
}

/** A node, a list, or a token. `<>` is null. */
export type TreeValue = TreeNode | readonly TreeValue[] | string | null

const TOKEN = /[(){}]|\[[^\]]*\]|"(?:[^"\\]|\\.)*"|(?:[^\s(){}[\]"\\]|\\.)+/gy
const SPACE = /\s*/y

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && 'fields' in value
export const isList = (value: TreeValue | undefined): value is readonly TreeValue[] => Array.isArray(value)

export const fieldOf = (node: TreeNode, name: string): TreeValue => node.fields.get(name) ?? null
export const nodeAt = (node: TreeNode, name: string): TreeNode | null => {
  const value = fieldOf(node, name)
  return isNode(value) ? value : null
}
export const nodesAt = (node: TreeNode, name: string): TreeNode[] => {
  const value = fieldOf(node, name)
  return isList(value) ? value.filter(isNode) : []
}
export const numberAt = (node: TreeNode, name: string): number => Number(fieldOf(node, name))

/** Reads the text of a `pg_node_tree`. */
export function readTree(text: string): TreeValue {
  let at = 0
  const next = (): string => {
    SPACE.lastIndex = at
    SPACE.exec(text)
    TOKEN.lastIndex = SPACE.lastIndex
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined) throw new Error(`The tree cannot be read at ${at}: ${text.slice(at, at + 60)}`)
    at = TOKEN.lastIndex
    return token
  }
  const value = (token: string): TreeValue => {
    if (token === '<>') return null
    if (token === '(') return list()
    if (token === '{') return node()
    return token
  }
  const list = (): TreeValue[] => {
    const values: TreeValue[] = []
    for (let token = next(); token !== ')'; token = next()) values.push(value(token))
    return values
  }
  const node = (): TreeNode => {
    const fields = new Map<string, TreeValue>()
    const type = next()
    let name = ''
    for (let token = next(); token !== '}'; token = next()) {
      if (token.startsWith(':')) name = token.slice(1)
      // A constant has its length before its bytes; the first value is enough.
      else if (fields.has(name)) value(token)
      else fields.set(name, value(token))
    }
    return { type, fields }
  }
  return value(next())
}
