import ts from 'typescript'

/** Values of a type: each member of a union, lists of one and of two elements, objects with each property in turn. */
export function valuesOf(checker: ts.TypeChecker, type: ts.Type): unknown[] {
  if (type.isUnion()) return type.types.flatMap((each) => valuesOf(checker, each))
  if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value]
  const { flags } = type
  if (flags & ts.TypeFlags.Null) return [null]
  if (flags & ts.TypeFlags.Undefined) return [undefined]
  if (flags & ts.TypeFlags.BooleanLiteral) return [checker.typeToString(type) === 'true']
  if (flags & ts.TypeFlags.StringLike) return ['a']
  if (flags & ts.TypeFlags.NumberLike) return [1]
  if (type.getSymbol()?.name === 'Date') return [new Date(0)]
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    const elements = element ? valuesOf(checker, element) : []
    return [[], ...elements.map((each) => [each]), elements.length > 1 ? elements.slice(0, 2) : ['a', 'b']]
  }
  return objectsOf(checker, type)
}

/** Objects with the required properties only, with each value of each property, and with all properties. */
function objectsOf(checker: ts.TypeChecker, type: ts.Type): object[] {
  const properties = checker.getPropertiesOfType(type).map((property) => ({
    name: property.name,
    values: valuesOf(checker, checker.getTypeOfSymbol(property)).filter((value) => value !== undefined),
    isRequired: (property.flags & ts.SymbolFlags.Optional) === 0,
  }))
  const required = properties.filter(({ isRequired }) => isRequired)
  const base = Object.fromEntries(required.map(({ name, values }) => [name, values[0]]))
  const everything = Object.fromEntries(properties.map(({ name, values }) => [name, values.at(-1)]))
  const each = properties.flatMap(({ name, values }) => values.map((value) => ({ ...base, [name]: value })))
  return [base, ...each, everything]
}
