import type { Queryable } from '../../platform/database.ts'
import type { StoredImage } from '../../platform/images/stored-image.ts'
import type { BookPart } from './book/book.ts'

/** The largest size of the logo on the cover, in points. */
export const logoBox = { width: 200, height: 44 }

/** Finds the logo for the covers of a space. A module above this one knows sites. */
interface CoverLogos {
  idFor(db: Queryable, spaceId: string): Promise<string | null>
  read(db: Queryable, id: string): Promise<StoredImage | null>
}

let logos: CoverLogos | undefined

export function declareCoverLogos(declared: CoverLogos): void {
  logos = declared
}

/** The ID of the logo on the cover of a PDF. Null if there is none, or no cover. */
export const coverLogoFor = async (
  db: Queryable,
  spaceId: string,
  { only }: BookPart,
): Promise<string | null> => (only || !logos ? null : logos.idFor(db, spaceId))

export const readCoverLogo = async (db: Queryable, id: string): Promise<StoredImage | null> =>
  logos ? logos.read(db, id) : null
