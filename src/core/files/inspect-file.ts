import { sniffContentType } from './content-type.ts'
import { type Dimensions, dimensionsOf } from './dimensions.ts'
import { cleanFileName } from './file-name.ts'
import { isShownInline } from './headers.ts'

interface FileInspection {
  name: string
  contentType: string
  size: number
  /** The display size of an image, if the file contains it. */
  dimensions?: Dimensions
  isInline: boolean
}

/** Identifies a file by its bytes; the claimed type is ignored. */
export async function inspectFile(
  bytes: Uint8Array,
  { name }: { name: string; contentType?: string },
): Promise<FileInspection> {
  const clean = cleanFileName(name)
  const contentType = await sniffContentType(bytes, clean)
  const dimensions = dimensionsOf(bytes, contentType)
  return {
    name: clean,
    contentType,
    size: bytes.byteLength,
    isInline: isShownInline(contentType),
    ...(dimensions === undefined ? {} : { dimensions }),
  }
}
