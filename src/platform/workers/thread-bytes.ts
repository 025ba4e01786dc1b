/** The memory of these bytes, to be transferred to another thread. None for small buffers, which share theirs with others. */
export const transferable = (bytes: Uint8Array): ArrayBuffer[] =>
  bytes.byteLength > 0 && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : []

/** Bytes that another thread has sent: buffers arrive as plain arrays of bytes. */
export const receivedBytes = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
