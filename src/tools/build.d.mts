export declare function ensureGenerated(): Promise<void>
export declare function ensureBuilt(): Promise<void>
