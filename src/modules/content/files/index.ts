export type { Dimensions } from './dimensions.ts'
export { cleanFileName } from './file-name.ts'
export { fileResponseHeaders, isShownInline } from './headers.ts'
export { type FileInspection, inspectFile } from './inspect-file.ts'
