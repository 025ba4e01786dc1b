export declare const ACCEPTED_LICENCES: ReadonlySet<string>
export declare function packageFolders(files: Iterable<string>): string[]
export declare function isAccepted(licence: string): boolean
export declare function noticesOf(folders: readonly string[]): string
