import { sniffContentType } from './content-type.ts'
import { type Dimensions, dimensionsOf } from './dimensions.ts'
import { cleanFileName } from './file-name.ts'
import { isShownInline } from './headers.ts'

export interface FileInspection {
  name: string
  contentType: string
  size: number
  /** The size at which an image is shown, when the file tells it. */
  dimensions?: Dimensions
  isInline: boolean
}

/** What a file is, by its bytes; the type that a sender claims is not even looked at. */
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
