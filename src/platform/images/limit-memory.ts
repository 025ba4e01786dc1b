const PAGE_BYTES = 64 * 1024
const MEMORY_SECTION = 5
/** The magic number and the version of a module. */
const HEAD_BYTES = 8

/** A WebAssembly module whose memory cannot grow beyond a size. It must declare one memory, without a maximum. */
export function limitMemory(module: Uint8Array, maxBytes: number): Uint8Array {
  let at = HEAD_BYTES
  while (at < module.length) {
    const [size, body] = numberAt(module, at + 1)
    if (module[at] === MEMORY_SECTION) {
      const [count, hasMaximum] = [module[body], module[body + 1]]
      if (count !== 1 || hasMaximum !== 0) break
      const minimum = module.subarray(body + 2, body + size)
      const limits = [1, 1, ...minimum, ...written(Math.floor(maxBytes / PAGE_BYTES))]
      const section = [MEMORY_SECTION, ...written(limits.length), ...limits]
      return Buffer.concat([module.subarray(0, at), Buffer.from(section), module.subarray(body + size)])
    }
    at = body + size
  }
  throw new Error('The memory of this WebAssembly cannot be limited.')
}

/** A number in LEB128, and where it ends. */
function numberAt(bytes: Uint8Array, start: number): [value: number, end: number] {
  let value = 0
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0
    value += (byte & 0x7f) * 2 ** (7 * (at - start))
    if (byte < 0x80) return [value, at + 1]
  }
}

function written(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...written(value >>> 7)]
}
