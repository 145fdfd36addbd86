export declare const unreadFiles: readonly { readonly name: string; readonly paths: readonly string[]; readonly reason: string }[]
export declare function unreadFilesIn(folder: string): string[]
export declare function removeUnreadFiles(folder: string): void
