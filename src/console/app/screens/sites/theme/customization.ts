import { graphql } from 'react-relay/hooks'
import type {
  customizationMutation,
  UpdateSiteCustomizationInput,
} from '#console/customizationMutation.graphql.ts'
import type { SiteThemeQuery$data } from '#console/SiteThemeQuery.graphql.ts'
import { mutate } from '../../../relay/mutate.ts'

type Read = NonNullable<SiteThemeQuery$data['site']>['customization']
/** How a site looks, as it was read. Each part is saved as a whole. */
export type Customization = Omit<Read, 'version'>
export type Part = keyof Customization
export type Change = <Name extends Part>(part: Name, value: Customization[Name]) => void

export interface Colours {
  readonly light: string
  readonly dark: string
}

/** A link of the header, the footer or the announcement. */
export type Link = Customization['footer']['groups'][number]['links'][number]
export type HeaderItem = Customization['header']['links'][number]

/** What has no value is left out: the API takes null for nothing but a link without a destination. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name, each]) => (each ?? null) !== null || name === 'to')
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutNulls(each)]))
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The parts in which two customizations differ. */
export const changedParts = (one: Customization, other: Customization): Part[] =>
  (Object.keys(one) as Part[]).filter((part) => !isSame(one[part], other[part]))

/** These parts of a customization as the API takes them. A part without a value gets its default. */
export const partsOf = (
  customization: Customization,
  parts: readonly Part[],
): Partial<UpdateSiteCustomizationInput> =>
  Object.fromEntries(
    parts.map((part) => [
      part,
      (customization[part] ?? null) === null ? null : withoutNulls(customization[part]),
    ]),
  )

/** Replaces parts of a customization. Null restores the default of a part. */
export const updateCustomization = (input: UpdateSiteCustomizationInput) =>
  mutate<customizationMutation>(
    graphql`
      mutation customizationMutation($input: UpdateSiteCustomizationInput!) {
        updateSiteCustomization(input: $input) {
          customization {
            version
          }
        }
      }
    `,
    { input },
  )
