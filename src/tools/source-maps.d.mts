export declare function useSourceMaps(): void
