export function useSourceMaps(): void
