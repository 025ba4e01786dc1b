import type { AdaptiveSchema, ClaimForm } from './schema-problem.ts'

/** A condition to begin with. */
export interface TemplateCondition {
  description: string
  condition: string
}

/** One for each boolean, each value of a string, and each string without given values. */
export const templateConditions = (schema: AdaptiveSchema): TemplateCondition[] =>
  within('visitor.claims', schema.properties)

const within = (path: string, properties: Readonly<Record<string, ClaimForm>>): TemplateCondition[] =>
  Object.entries(properties).flatMap(([name, form]) => of(memberOf(path, name), form))

const memberOf = (path: string, name: string) =>
  /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`

function of(path: string, form: ClaimForm): TemplateCondition[] {
  const { description = '' } = form
  switch (form.type) {
    case 'boolean':
      return [{ description, condition: path }]
    case 'string':
      return texts(form, description, (value) => `${path} === ${value}`)
    case 'array':
      return form.items.type === 'string'
        ? texts(form.items, description, (value) => `${path}.includes(${value})`)
        : []
    case 'object':
      return within(path, form.properties)
    case 'number':
      return []
  }
}

const texts = (
  form: Extract<ClaimForm, { type: 'string' }>,
  description: string,
  conditionOf: (value: string) => string,
): TemplateCondition[] =>
  form.enum
    ? form.enum.map((value) => ({
        description: `${description} Value: ${value}`,
        condition: conditionOf(JSON.stringify(value)),
      }))
    : [{ description: `${description} Replace "value".`, condition: conditionOf('"value"') }]
