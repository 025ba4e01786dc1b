export {
  type Connection,
  type ConnectionOptions,
  overServerSentEvents,
  overWebSocket,
  type Request,
  requestWith,
} from './connection.ts'
export type { Document, RelayDocument, RelayOperation, TypedDocument, Variables } from './document.ts'
export type { ApiErrorCode } from './error-codes.ts'
export { type ErrorCode, type ErrorDetail, RequestError } from './errors.ts'
export { type LiveView, type LiveViewOptions, openLiveView } from './live-view.ts'
export { type Page, type PaginateOptions, paginate } from './paginate.ts'
export { createRest, type Rest, type RestOptions, type RestPage, type RestRequest } from './rest.ts'
export type { GraphQLOptions, Result } from './result.ts'
export type { UploadOptions } from './upload.ts'
