/** How a field reaches an operation: by which arguments, and what of its input comes from the parent. */
export interface Binding {
  /** `Type.field`, or the name of a root field. */
  readonly place: string
  /** The operation as it is called there; its input may be a variant of the registered one. */
  readonly operation: { readonly id: string; readonly input: unknown }
  /** Names of the operation's input that the field takes as arguments. */
  readonly taken: readonly string[]
}

const bindings: Binding[] = []

/** Called by the binders of this folder alone: what is bound here is called by the field that they add. */
export function bind(binding: Binding): void {
  bindings.push(binding)
}

/** Which operations the schema reaches, and how; the parity test compares it with what REST reaches. */
export const boundOperations: readonly Binding[] = bindings
