export declare function ensure(
  target: string,
  inputs: () => string[],
  make: () => Promise<void>,
): Promise<void>
