export declare function ensure(
  target: string,
  inputs: () => string[],
  make: () => Promise<void>,
): Promise<void>
/** Writes a file that nobody sees half-written. */
export declare function replaceFile(path: string, content: string | Uint8Array): void
