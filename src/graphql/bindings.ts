/** How a field calls an operation: its arguments, and the part of the input that comes from the parent. */
interface Binding {
  /** `Type.field`, or the name of a root field. */
  readonly place: string
  /** The operation that is called; its input may be a variant of the registered one. */
  readonly operation: { readonly id: string; readonly input: unknown }
  /** Fields of the operation's input that are arguments of the GraphQL field. */
  readonly taken: readonly string[]
}

const bindings: Binding[] = []

/**
 * Called only by the binders of this folder: an operation that is bound here is called by the field that
 * they add.
 */
export function addBinding(binding: Binding): void {
  bindings.push(binding)
}

/** The operations that the schema exposes, and how; the parity test compares it with REST. */
export const boundOperations: readonly Binding[] = bindings
