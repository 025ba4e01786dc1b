/** Operations of the public API that this server does not have, and why. */
export interface Refused {
  readonly title: string
  /** Part of the message of the error. */
  readonly reason: string
  /** The reason of the error; by default `not_implemented`. */
  readonly failure?: 'no_runtime'
  /** Method and path below `/v1`, and the operation id. */
  readonly operations: Readonly<Record<string, string>>
}
